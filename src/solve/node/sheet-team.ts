/** Threads for sheets under Node, beside those that solve: all work on one memory, each does one task after the other. */
import { CrewThread } from "../../base/node/crew.ts";
import type { SheetResults, SheetTask, SheetTeam } from "../sheets/sheet.ts";
import { sheetMember, type SheetThread } from "./sheet-tools.ts";

/** Starts `threads` workers. Call `close` when done. */
export function startSheetTeam(module: WebAssembly.Module, memory: WebAssembly.Memory, threads: number): SheetTeam {
  const program = new URL("./sheet-member.ts", import.meta.url);
  const start = (thread: number) =>
    new CrewThread<SheetTask, SheetResults[SheetTask["kind"]]>(program, {
      thread,
      module,
      memory,
    } satisfies SheetThread);
  const crew = Array.from({ length: threads }, (_, thread) => start(thread));
  return {
    threads,
    run: (task) => crew.reduce((least, each) => (each.waiting < least.waiting ? each : least)).ask(task) as never,
    close: async () => void (await Promise.all(crew.map((each) => each.stop()))),
  };
}

/** The calling thread alone. */
export function sheetTeamOfOne(module: WebAssembly.Module, memory: WebAssembly.Memory): SheetTeam {
  const member = sheetMember({ thread: 0, module, memory });
  return {
    threads: 1,
    run: async (task) => member.run(task) as never,
    close: async () => {},
  };
}
