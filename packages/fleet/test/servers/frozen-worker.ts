/** A worker that takes a job and keeps it until it hears that another has it: `frozen-worker.ts QUEUE STORE`. */
import { once } from "node:events";
import { Queue } from "../../src/queue.ts";

const [url, store] = process.argv.slice(2);
const queue = await Queue.open(url!, store!, false);
await queue.work("table", 2 ** 30, async ({ signal, stillOurs }) => {
  console.log("taken");
  await once(signal, "abort");
  const ours = await stillOurs().then(
    () => "ours",
    () => "not ours",
  );
  console.log(`${ours}: lost`);
  return { kind: "done", report: {} };
});
