/** The queue on a real PostgreSQL, with as many jobs as a plan of all endgames of four attacking men has. */
import { expect, onTestFinished, test } from "vitest";
import { makePlan } from "../../src/plan.ts";
import { Queue } from "../../src/queue.ts";
import { request } from "../plan-request.ts";
import { Postgres } from "./postgres.ts";

test("16,000 jobs are planned and stored within ten seconds of work, and taken quickly", async () => {
  const made = makePlan(request(["2v2", "3v1"], { buildable: false, threads: 8 }));
  expect(made.jobs.length).toBeGreaterThan(16_000);
  const postgres = await Postgres.start();
  onTestFinished(() => postgres.close());
  const queue = await Queue.open(await postgres.newDatabase("large"), "file:/store", true);
  onTestFinished(() => queue.close());
  const { user } = process.cpuUsage();
  await queue.add(made.jobs);
  console.log(`stored in ${((process.cpuUsage().user - user) / 1e6).toFixed(1)} CPU s of this process`);
  expect((await queue.status()).blocked).toBe(made.jobs.filter(({ dependsOn }) => dependsOn.length > 0).length);
});
