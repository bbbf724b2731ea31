/** A proxy before an S3 server that spoils requests: by chance from a seed, or as a test says. */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";

/**
 * `refuse`: 503. `cut-up`: the connection ends before the request is whole. `lose`: done by the server, but the answer never
 * comes. `cut-down`: it ends in the midst of the answer. `spoil-up`, `spoil-down`: a bit of the body is another one.
 */
export const SPOILS = ["refuse", "cut-up", "lose", "cut-down", "spoil-up", "spoil-down"] as const;
export type Spoil = (typeof SPOILS)[number];

export interface Proxy {
  readonly endpoint: string;
  /** How often each thing was done. */
  readonly counts: Record<Spoil | "passed", number>;
  close(): Promise<void>;
}

/** @param choose what to do with a request; null: pass it on */
export async function startProxy(
  target: string,
  choose: (method: string, url: string) => Spoil | null,
): Promise<Proxy> {
  const counts = { passed: 0, ...Object.fromEntries(SPOILS.map((spoil) => [spoil, 0])) } as Proxy["counts"];
  const server: Server = createServer((incoming, outgoing) => {
    let spoil = choose(incoming.method ?? "", incoming.url ?? "");
    if (spoil === "spoil-up" && incoming.headers["content-length"] === undefined) spoil = null;
    counts[spoil ?? "passed"]++;
    handle(target, incoming, outgoing, spoil).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function handle(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  spoil: Spoil | null,
): Promise<void> {
  const sent = await bytesOf(incoming);
  if (spoil === "refuse") {
    outgoing.writeHead(503).end();
    return;
  }
  if (spoil === "cut-up") {
    outgoing.destroy();
    return;
  }
  const { method, headers, url } = incoming;
  const body = spoil === "spoil-up" ? flipped(sent) : sent;
  const upstream = request(new URL(url!, target), { method, headers });
  upstream.end(body);
  const [answer] = (await once(upstream, "response")) as [IncomingMessage];
  const got = await bytesOf(answer);
  if (spoil === "lose") {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.statusCode!, answer.headers);
  if (spoil === "cut-down" && got.length > 1) {
    outgoing.write(got.subarray(0, got.length >> 1), () => outgoing.destroy());
    return;
  }
  outgoing.end(spoil === "spoil-down" ? flipped(got) : got);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[copy.length >> 1]! ^= 1;
  return copy;
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
