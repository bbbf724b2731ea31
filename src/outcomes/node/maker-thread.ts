/** A thread that makes tables of outcomes, one after the other. */
import { workerData } from "node:worker_threads";
import { keepCompiledCode } from "../../base/node/compiled-code.ts";
import { answerQuestions } from "../../base/node/crew.ts";
import type { MakerData } from "./make.ts";

keepCompiledCode();
const { FolderCatalog } = await import("../../table/node/folder-catalog.ts");
const { OutcomeMaker } = await import("./make.ts");
const { folder, collection } = workerData as MakerData;
const maker = new OutcomeMaker(new FolderCatalog(folder, collection));

answerQuestions((endgame: string) => maker.make(endgame));
