/** All commands of `canju`. Importing this module runs one on the arguments of the process. */
import { registerBuild } from "./build.ts";
import { registerEngine } from "./engine.ts";
import { registerExplain } from "./explain.ts";
import { registerExport } from "./export.ts";
import { registerJudge } from "./judge.ts";
import { registerLine } from "./line.ts";
import { registerList } from "./list.ts";
import { registerMaterial } from "./material.ts";
import { registerProbe } from "./probe.ts";
import { runCommands } from "./run.ts";
import { registerServe } from "./serve.ts";
import { registerStats } from "./stats.ts";
import { registerStudy } from "./study.ts";
import { registerUpgrade } from "./upgrade.ts";
import { registerVerify } from "./verify.ts";

const COMMANDS = [
  registerBuild,
  registerStats,
  registerProbe,
  registerLine,
  registerExplain,
  registerJudge,
  registerVerify,
  registerUpgrade,
  registerList,
  registerServe,
  registerEngine,
  registerExport,
  registerStudy,
  registerMaterial,
];

await runCommands(COMMANDS);
