/** A thread of a check: takes chunks until none is left and sends what it has counted. */
import { parentPort, workerData } from "node:worker_threads";
import { Checker } from "../check.ts";
import { checkChunks, type Work } from "./work.ts";

const work = workerData as Work;
const checker = new Checker(work.tables);
for (const _ of checkChunks(checker, work));
const { tally } = checker;
const { red, black, suspects, seeds } = tally;
const arrays = [red.halves, black.halves, seeds, ...Object.values(suspects)];
parentPort!.postMessage(
  tally,
  arrays.map(({ buffer }) => buffer),
);
