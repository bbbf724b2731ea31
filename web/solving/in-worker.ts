/** Builds in a worker of this page. */
import { AnswerError } from "../answers/answers.ts";
import { answers, built } from "../answers/current.ts";
import { tablesUrl } from "../answers/fetching.ts";
import { type Builder, planHere } from "./plan.ts";
import { removeShelves } from "./shelves.ts";
import type { BuildMessage, BuildRequest } from "./worker.ts";

export const buildInWorker: Builder = async (endgame, onProgress, signal) => {
  const [tables, there] = await Promise.all([built(), answers().list(signal)]);
  const { rules, metric, orders, files } = tables;
  const { here } = await planHere(endgame);
  const shelves = here.asideBytes > 0 ? crypto.randomUUID() : null;
  const request: BuildRequest = {
    endgame,
    collection: { rules, metric, orders },
    url: tablesUrl(),
    listed: there.tables.map((table) => table.endgame).filter((name) => name !== endgame), // it may be damaged
    built: files,
    kernelBytes: here.kernelBytes,
    shelves,
  };
  signal.throwIfAborted();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const adding: Promise<boolean>[] = [];
  addEventListener("beforeunload", askBeforeLeaving);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
      worker.addEventListener("message", ({ data }: MessageEvent<BuildMessage>) => {
        if (data.kind === "progress") onProgress(data.progress, null);
        else if (data.kind === "table") adding.push(tables.add(data.name, data.file));
        else if (data.kind === "done") resolve();
        else reject(new AnswerError(data.code, data.message));
      });
      worker.postMessage(request, []);
    });
  } finally {
    removeEventListener("beforeunload", askBeforeLeaving);
    worker.terminate();
    if (shelves !== null) void removeShelves(shelves);
    await Promise.all(adding);
  }
};

/** What is built goes with the page: the browser asks whoever leaves it. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
