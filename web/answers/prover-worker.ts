/** Looks for a proof apart from the page, which goes on meanwhile. */
import { writeProofTree } from "../../src/prove/proof-tree.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";

export interface ProofRequest {
  readonly fen: string;
  readonly seconds: number;
  /** The side whose wins alone are looked for; left out: either side's are. */
  readonly winner?: Colour;
}

export type ProofMessage =
  | { readonly kind: "progress"; readonly nodes: number; readonly plies: number }
  /** The file of the proof tree; null: nothing was proven, for lack of time or not. */
  | { readonly kind: "done"; readonly file: Uint8Array | null; readonly isLate: boolean };

/** Phones have little. */
const MEMORY_BYTES = 2 ** 26;

/** Between two messages of progress. */
const TELL_MS = 100;

addEventListener("message", ({ data }: MessageEvent<ProofRequest>) => {
  void prove(data);
});

async function prove({ fen, ...asked }: ProofRequest): Promise<void> {
  const start = performance.now();
  let told = start;
  const { tree } = await provePosition(parseLegalFen(fen), {
    ...asked,
    memoryBytes: MEMORY_BYTES,
    pause({ nodes, deepest }) {
      if (performance.now() - told > TELL_MS) {
        told = performance.now();
        tell({ kind: "progress", nodes, plies: deepest });
      }
      return Promise.resolve(); // nobody else waits here: whoever no longer wants the proof ends this worker
    },
  });
  const isLate = performance.now() - start >= 1000 * asked.seconds;
  tell({ kind: "done", file: tree === null ? null : writeProofTree(tree), isLate });
}

function tell(message: ProofMessage): void {
  postMessage(message, []);
}
