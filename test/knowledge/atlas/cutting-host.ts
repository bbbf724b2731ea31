/** A host of tables on this machine that cuts some of its answers off in the middle. */
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { randomNumbers } from "../../oracle/random-graphs.ts";

/** Serves a folder below /tables until the test ends. @param cut the part of the answers that are cut @returns the address */
export async function cuttingHost(folder: string, cut: number): Promise<string> {
  const random = randomNumbers(7);
  const server = createServer((request, response) => {
    const path = join(folder, request.url!.replace(/^\/tables\//, ""));
    if (!request.url!.startsWith("/tables/") || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const bytes = readFileSync(path);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.map(Number) as [number, number, number];
    const part = bytes.subarray(first, Math.min(last + 1, bytes.length));
    response.writeHead(206, {
      "content-range": `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
      "content-length": part.length,
    });
    if (random() >= cut) response.end(part);
    else response.write(part.subarray(0, part.length / 2), () => response.destroy());
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
