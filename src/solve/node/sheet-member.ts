/** A thread for sheets under Node. */
import { workerData } from "node:worker_threads";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";
import { answerQuestions } from "../../base/node/crew.ts";
import type { SheetTask } from "../sheets/sheet.ts";
import type { SheetThread } from "./sheet-tools.ts";

keepCompiledCode();
const { sheetMember } = await import("./sheet-tools.ts");
const member = sheetMember(workerData as SheetThread);

answerQuestions((task: SheetTask) => member.run(task));
