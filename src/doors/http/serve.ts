/** The server on a socket: `createApp` with a data folder, a page and builds. */
import type { AddressInfo } from "node:net";
import { type RequestListener, type Server, createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Collection } from "../../table/catalog/catalog.ts";
import { builtPath } from "../../base/node/built-path.ts";
import { VERSION } from "../../base/version.ts";
import { HEALTH, createApp } from "./app.ts";
import { type BuildLimits, DEFAULT_PORT } from "./defaults.ts";
import { BuildQueue } from "./build-queue.ts";
import { DataFolder, type MoreOf, startScrub } from "./data-folder.ts";
import { loadBeforehand } from "./first-load.ts";
import { InFlight } from "./in-flight.ts";
import { loadPage } from "./page.ts";
import { requestProblem } from "./problem.ts";
import { Prover } from "./prover.ts";
import type { RateLimit } from "./visitors.ts";
import type { Hono } from "hono";
import type { Env } from "./work.ts";

/** How long, in milliseconds, a client may take over sending a request. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000 };
/**
 * A connection on which nothing moves, such as one whose client does not read what it asked for, is closed. Not sooner
 * between two requests either: a client or proxy that sends the next at that moment would meet a closed connection.
 */
const IDLE_MILLISECONDS = 60_000;
/** What is being answered when the server is told to end has so long. */
const DRAIN_MILLISECONDS = 5_000;

export interface ServeOptions {
  /** The data folder; it need not exist yet. Tables that appear in it later are served. */
  readonly dataDir: string;
  /** Tables that lie elsewhere. */
  readonly more?: MoreOf | undefined;
  /** 0 takes any free one. Default: DEFAULT_PORT. */
  readonly port?: number;
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** What is meant where a request, or the page, does not say. Default: DEFAULT_COLLECTION. */
  readonly collection?: Collection;
  /** How builds on request are limited; null or left out: there are none. */
  readonly builds?: Partial<BuildLimits> | null;
  /** Threads of a build; default: all processors but one. */
  readonly threads?: number;
  /** Default: none. */
  readonly limit?: RateLimit;
  /** Whether `/chessdb.php` is answered. Default: it is. */
  readonly chessdb?: boolean;
  /** By which others know it, beside the address that is listened to and the names of this machine; with the port where it is none that goes without saying. */
  readonly names?: readonly string[];
  /** The built page. Default: that of this program. */
  readonly pageDir?: string;
}

export interface RunningServer {
  readonly url: string;
  /** Takes no more requests, lets those that are being answered have their answers for some seconds, and ends. */
  close(): Promise<void>;
}

/** Node takes the first of several `Host` headers; who stands before it may have taken another (RFC 9112, section 3.2). */
function withOneHost(answer: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
    if (hosts <= 1) return answer(request, response);
    response.writeHead(400, { connection: "close" }).end();
  };
}

/** Starts a server; rejects when the port is taken. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dataDir, collection, port = DEFAULT_PORT, host = "127.0.0.1", pageDir = await builtPath("page") } = options;
  const data = new DataFolder(dataDir, { more: options.more });
  const builds = options.builds ? new BuildQueue(data, options.builds, options.threads) : undefined;
  const prover = new Prover(data);
  const [page, words] = await Promise.all([loadPage(pageDir, collection?.rules), loadBeforehand(pageDir)]);
  const { limit, chessdb, names } = options;
  const shown = { page, words, version: VERSION };
  const app = createApp({ data, collection, builds, prover, limit, names, host, chessdb, ...shown });
  await warmUp(app);
  const inFlight = new InFlight(({ url }) => url === HEALTH);
  const server = await new Promise<Server>((resolve, reject) => {
    const starting = createServer(
      { ...PATIENCE, keepAliveTimeout: IDLE_MILLISECONDS },
      withOneHost(inFlight.listener(getRequestListener(app.fetch, { errorHandler: requestProblem }))),
    );
    starting.once("error", reject).listen(port, host, () => resolve(starting));
  });
  server.setTimeout(IDLE_MILLISECONDS);
  const endScrub = startScrub(data);
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      const ended = Promise.all([builds?.close(), prover.close()]); // which ends the answers that follow or wait for them
      await inFlight.drain(DRAIN_MILLISECONDS);
      server.closeAllConnections();
      await Promise.all([closed, ended]);
      await endScrub();
      await data.close();
    },
  };
}

/*
 * What the first requests would wait for: code is compiled when it first runs, and some data is read when it is first needed,
 * which together hold the event loop for a tenth of a second. So a server asks itself before it listens.
 */

const DRAW = "4k4/4a4/9/9/9/9/9/9/9/4K4_w";
const REPETITION = Array.from({ length: 6 }, () => "a0a1,d9d8,a1a0,d8d9").join();

/** One of each kind. What they answer does not matter: the data folder may be empty. */
const REQUESTS = [
  "/api/v1/health",
  "/api/v1/openapi.json",
  `/api/v1/probe?fen=${DRAW}`,
  `/api/v1/line?fen=${DRAW}`,
  `/api/v1/explain?fen=${DRAW}`,
  "/api/v1/random?endgame=KAK",
  "/api/v1/tables/KAK",
  // A table that hardly any folder has: how large it would be is said.
  "/api/v1/tables/KRNCKAABB",
  `/api/v1/adjudicate?fen=3k5/9/9/9/9/9/9/9/9/R3K4_w&moves=${REPETITION}`,
  "/api/v1/material?name=KRNKCCAABB",
  "/api/v1/material/map?name=KRNKCCAABB",
  "/api/v1/build",
  "/metrics", // the last: delays are watched from here on
];

/** Answers some requests of its own; they count in the metrics as others do. */
export async function warmUp(app: Hono<Env>): Promise<void> {
  for (const path of REQUESTS) await (await app.request(path)).arrayBuffer();
}
