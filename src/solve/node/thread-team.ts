/** The thread team under Node: worker threads that share one memory. Kept for many endgames, then closed. */
import { CrewThread } from "../../base/node/crew.ts";
import type { TeamWork } from "../host/member.ts";
import { type Team, type TimedResult, joined } from "../host/team.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { builtPath } from "../../base/node/built-path.ts";

/** Starts `threads` workers. Call `close` when done. */
export function startTeam(threads: number): Team {
  const program = new URL("./team-member.ts", import.meta.url);
  const crew = Array.from({ length: threads }, (_, thread) => new CrewThread<TeamWork, TimedResult>(program, thread));
  return {
    threads,
    async run(work) {
      const results = await Promise.all(crew.map((each) => each.ask(work)));
      return { ...joined(results), seconds: results.reduce((sum, { seconds }) => sum + seconds, 0) };
    },
    close: async () => void (await Promise.all(crew.map((each) => each.stop()))),
  };
}

/* The compiled vector kernel. */

export interface CompiledKernel {
  readonly module: WebAssembly.Module;
  readonly sha256: string;
}

let compiled: Promise<CompiledKernel> | undefined;

/** Compiled once. */
export function compiledKernel(): Promise<CompiledKernel> {
  compiled ??= builtPath("kernel").then(async (path) => {
    const bytes = await readFile(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { module: await WebAssembly.compile(bytes), sha256 };
  });
  return compiled;
}
