/** The process that builds the tables of one job: told what to build by a message, tells how it goes on by others. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { buildInto } from "../../solve/node/build.ts";
import { BuildFigures, type BuildState } from "../../solve/build/build-figures.ts";
import type { Collection } from "../../table/catalog/catalog.ts";
import { describeUnusable } from "../../base/node/unused-work.ts";
import { InputError } from "../../base/errors.ts";

export interface BuildOrder {
  readonly endgame: string;
  readonly folder: string;
  readonly collection: Collection;
  readonly threads: number;
}

export type BuildReply =
  | { readonly kind: "progress"; readonly state: BuildState }
  /** A table is complete, perhaps in place of a damaged one. */
  | { readonly kind: "built"; readonly endgame: string; readonly bytes: number }
  | { readonly kind: "done" }
  /** `code` is null for what only the log should tell. */
  | { readonly kind: "failed"; readonly code: string | null; readonly message: string };

const TELL_MILLISECONDS = 250;

const stop = new AbortController();
// The server tells it to stop, or is gone.
const end = () => stop.abort(new InputError("cancelled", "the build was cancelled"));
process.on("disconnect", end);
// A Ctrl-C goes to all processes of a terminal: the server says when to stop.
process.on("SIGINT", () => {});

process.once("message", (order: BuildOrder) => {
  process.on("message", end);
  void build(order).finally(() => process.connected && process.disconnect());
});

async function build({ endgame, folder, collection, threads }: BuildOrder): Promise<void> {
  const figures = new BuildFigures();
  let told = -Infinity; // the first state is told at once
  try {
    await buildInto([parseEndgame(endgame)], {
      ...collection,
      folder,
      threads,
      signal: stop.signal,
      onEvent(event) {
        figures.onEvent(event);
        if (event.kind === "unusable") console.error(`canju: ${describeUnusable(event)}`);
        if (event.kind === "built") tell({ kind: "built", endgame: event.endgame, bytes: event.table.fileBytes });
        const { state } = figures;
        if (state === null || performance.now() - told < TELL_MILLISECONDS) return;
        told = performance.now();
        tell({ kind: "progress", state });
      },
    });
    tell({ kind: "done" });
  } catch (error) {
    if (!(error instanceof InputError)) console.error(error);
    const code = error instanceof InputError ? error.code : null;
    tell({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(reply: BuildReply): void {
  if (process.connected) process.send!(reply, () => {}); // the server may be gone this very moment
}
