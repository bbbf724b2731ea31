/** A thread for sheets under Node. */
import { parentPort, workerData } from "node:worker_threads";
import type { SheetTask } from "../sheets/sheet.ts";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";
import type { SheetReply, SheetThread } from "./sheet-tools.ts";

keepCompiledCode();
const { sheetMember } = await import("./sheet-tools.ts");

const { module, memory, thread } = workerData as SheetThread;
const member = sheetMember(module, memory, thread);
parentPort!.on("message", (task: SheetTask) => {
  let reply: SheetReply;
  try {
    reply = { result: member.run(task) };
  } catch (error) {
    reply = { error: error as Error };
  }
  parentPort!.postMessage(reply, []);
});
