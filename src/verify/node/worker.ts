/** A thread of a check: takes chunks until none is left and sends what it has counted. */
import { parentPort, workerData } from "node:worker_threads";
import { Checker } from "../check.ts";
import { checkChunks, type Work } from "./work.ts";

const work = workerData as Work;
const checker = new Checker(work.tables);
for (const _ of checkChunks(checker, work));
const { tally } = checker;
parentPort!.postMessage(tally, [
  tally.red.halves.buffer,
  tally.black.halves.buffer,
  tally.suspects.buffer,
  tally.seeds.buffer,
]);
