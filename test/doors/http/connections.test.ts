/** Connections: answers that nobody takes, and a server that ends in the midst of answers. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { connect, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createServer, IncomingMessage, ServerResponse, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { InFlight } from "../../../src/doors/http/in-flight.ts";
import { loadPage, servePage } from "../../../src/doors/http/page.ts";
import { serve } from "../../../src/doors/http/serve.ts";
import { longGame } from "./long-game.ts";
import { writeSmallTables } from "./small-tables.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-connections-"));
  await writeSmallTables(folder, ["KRK"]);
});

afterAll(() => rm(folder, { recursive: true }));

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

describe("a connection", () => {
  let server: Server;
  let made = 0;
  const inFlight = new InFlight();

  beforeAll(async () => {
    server = createServer(
      inFlight.listener((_, response) => {
        made++;
        response.end(Buffer.alloc(1 << 20));
      }),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterEach(() => {
    server.closeAllConnections();
    made = 0;
  });

  afterAll(() => server.close());

  const port = () => (server.address() as { port: number }).port;

  test("on which many requests are sent and no answer is read costs a few answers", async () => {
    const socket = await connectTo(port());
    socket.pause();
    socket.write(request("/").repeat(50));
    await setTimeout(300);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(12); // what the system's own buffers take, and one more
    socket.resume();
    await expect.poll(() => made).toBe(50);
  });

  test("on which requests are sent without end is closed", async () => {
    const socket = await connectTo(port());
    socket.pause();
    socket.write(request("/").repeat(5000));
    await new Promise((resolve) => socket.resume().once("close", resolve)); // or reset
    expect(made).toBeLessThan(150);
  });
});

test("a server that is told to end gives the answers that it owes, and takes no more requests", async () => {
  const server = await serve({ dataDir: folder, port: 0, pageDir: join(folder, "no-page") });
  const port = Number(new URL(server.url).port);
  const [asking, idle] = [await connectTo(port), await connectTo(port)];
  asking.write(request(`/api/v1/adjudicate?${longGame(300)}`));
  const answer = text(asking);
  await setTimeout(20);
  const ended = server.close();
  expect((await answer).replace(/^[^]*\r\n\r\n/, "")).toMatch(/^\{"fen":.*\}$/);
  await ended;
  expect(idle.destroyed || idle.readableEnded || (await once(idle.resume(), "close"))).toBeTruthy();
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow();
});

test("a request with two hosts is refused", async () => {
  const server = await serve({ dataDir: folder, port: 0, pageDir: join(folder, "no-page") });
  const socket = await connectTo(Number(new URL(server.url).port));
  socket.write("GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nHost: other.example\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  await server.close();
});

test("a server whose clients do not read their answers ends all the same", async () => {
  const server = await serve({ dataDir: folder, port: 0, pageDir: join(folder, "no-page") });
  const socket = await connectTo(Number(new URL(server.url).port));
  socket.pause();
  socket.write(request("/api/v1/openapi.json").repeat(60));
  await setTimeout(100);
  await server.close();
  socket.destroy();
}, 20_000);

test("requests that arrive together are begun in several turns of the event loop, urgent ones before all others", async () => {
  const begun: string[] = [];
  const inFlight = new InFlight(({ url }) => url === "/urgent");
  const listener = inFlight.listener(({ url }) => {
    begun.push(url!);
    for (const until = performance.now() + 6; performance.now() < until;); // longer than what is begun in a turn
  });
  for (const url of ["/1", "/2", "/3", "/urgent"]) {
    const arriving = new IncomingMessage(new Socket());
    arriving.url = url;
    listener(arriving, new ServerResponse(arriving));
  }
  for (const expected of [["/urgent"], ["/urgent", "/1"], ["/urgent", "/1", "/2"], ["/urgent", "/1", "/2", "/3"]]) {
    expect(begun).toEqual(expected);
    await setImmediate();
  }
});

test("a build whose server is gone ends quietly", async () => {
  const child = fork(join(import.meta.dirname, "../../../src/doors/http/build-process.ts"), {
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const errors = text(child.stderr!);
  const order = { endgame: "KRRK", folder: join(folder, "builds"), threads: 1 };
  child.send({ ...order, collection: { rules: "asian", metric: "dtc", orders: "fang" } });
  await once(child, "message");
  child.disconnect();
  await once(child, "exit");
  expect(await errors).toBe("");
});

describe("the page's files", () => {
  test("are compressed only as the client accepts", async () => {
    const { OpenAPIHono } = await import("@hono/zod-openapi");
    const pages = await mkdtemp(join(tmpdir(), "canju-page-"));
    const file = await open(join(pages, "index.html"), "w");
    await file.writeFile("<p>".repeat(1000));
    await file.close();
    const app = new OpenAPIHono<import("../../../src/doors/http/work.ts").Env>();
    servePage(app, await loadPage(pages));
    await rm(pages, { recursive: true });
    const encodingFor = async (accepted: string) =>
      (await app.request("/", { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");
    expect(await encodingFor("br, gzip")).toBe("br");
    expect(await encodingFor("gzip, BR;q=0.5")).toBe("br");
    expect(await encodingFor("br;q=0, gzip")).toBe("gzip");
    expect(await encodingFor("br; q=0.000,gzip;q=0")).toBe(null);
    expect(await encodingFor("abr, x-br")).toBe(null);
    expect(await encodingFor("identity")).toBe(null);
  });
});
