/** What a worker tells Prometheus. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { serveFigures, WorkerFigures } from "../src/worker-figures.ts";

test("a worker tells what it does and has done, at /metrics alone", async () => {
  const figures = new WorkerFigures();
  const server = await serveFigures(figures, "127.0.0.1", 0);
  try {
    const { port } = server.address() as AddressInfo;
    const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const lines = async () =>
      (await (await get("/metrics")).text()).split("\n").filter((line) => !line.startsWith("#"));
    expect(await lines()).toEqual(
      expect.arrayContaining(["canju_worker_busy 0", 'canju_worker_jobs_total{outcome="built"} 0']),
    );
    figures.start("KRKN", "table");
    figures.progress({ kind: "progress", phase: "red wins", ply: 12, done: 0.25 });
    figures.retry();
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'canju_worker_busy{endgame="KRKN",kind="table"} 1',
        'canju_worker_done{phase="red wins"} 0.25',
        "canju_worker_ply 12",
        "canju_worker_store_retries_total 1",
      ]),
    );
    const bytes = { fetchedBytes: 10, publishedBytes: 20 };
    figures.end({ outcome: "built", cells: 1000, ...bytes, seconds: 2, workSeconds: 1, cpuSeconds: 1.5 });
    figures.rest();
    figures.fail();
    expect(await lines()).toEqual(
      expect.arrayContaining([
        "canju_worker_busy 0",
        'canju_worker_jobs_total{outcome="built"} 1',
        'canju_worker_jobs_total{outcome="failed"} 1',
        "canju_worker_cells_total 1000",
        "canju_worker_cpu_seconds_total 1.5",
        "canju_worker_fetched_bytes_total 10",
        "canju_worker_published_bytes_total 20",
      ]),
    );
    expect((await get("/")).status).toBe(404);
    await expect(serveFigures(figures, "127.0.0.1", port)).rejects.toMatchObject({ code: "cannot-listen" });
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
});
