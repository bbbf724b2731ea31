/**
 * What the first requests would wait for: code is compiled when it first runs, and some data is read when it is first needed,
 * which together hold the event loop for a tenth of a second. So a server asks itself before it listens.
 */
import type { Hono } from "hono";
import type { Env } from "./work.ts";

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
