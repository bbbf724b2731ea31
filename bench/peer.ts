/**
 * The same closures by xiangqitb, a generator in C++ (github.com/noobpwnftw/xiangqitb), when the person who runs this
 * has built one and names it in CANJU_XIANGQITB. Nothing of it is part of this project.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BuildReport } from "../src/solve/node/build.ts";
import { buildByProgram, type Usage } from "./program.ts";
import { measured, short, type Section } from "./report.ts";

export const PEER_VARIABLE = "CANJU_XIANGQITB";
export const HOW_TO_SET =
  `No C++ peer: build github.com/noobpwnftw/xiangqitb with its script "build" and set ` +
  `${PEER_VARIABLE}=PATH/genegtb to print the ratio to it.`;

const OPTIONS = `Threads = 1
MaxMem = 8192
GenerateRunList = 0
GenerateTablebases = 1
SaveWDL = 1
SaveDTC = 1
SaveDTM = 1
tmpdir = ./tmp/
`;

/** Null when there is no peer. */
export async function benchPeer(
  names: readonly string[],
  root: string,
  log: (line: string) => void,
): Promise<Section | null> {
  const given = process.env[PEER_VARIABLE];
  if (given === undefined || given === "") return null;
  const peer = resolve(given);
  if (!existsSync(peer)) throw new Error(`${PEER_VARIABLE}: there is no ${peer}`);
  // What Node keeps of a program that ran once: its compiled code.
  await buildByProgram("KRK", 1, join(root, "warm"));
  const rows: string[][] = [];
  for (const name of names) {
    const runs = name === names[0] ? 3 : 1;
    const theirs: number[] = [];
    const ours: (Usage & BuildReport)[] = [];
    const folder = join(root, `peer-${name}`);
    for (let run = 0; run < runs; run++) {
      log(`${name} by the peer, run ${run + 1} of ${runs}`);
      theirs.push(await cpuOfPeer(peer, name, folder));
      ours.push(await buildByProgram(name, 1, join(root, `beside-${name}-${run}`)));
    }
    const their = measured(theirs).median;
    const all = measured(ours.map(({ cpuSeconds }) => cpuSeconds)).median;
    const { built } = ours[0]!;
    const solving = built.reduce((sum, { solveSeconds }) => sum + solveSeconds, 0);
    const table = built.at(-1)!;
    const positions = (8 * table.fileBytes) / table.bitsPerPosition;
    const bits = (...files: string[]) =>
      (files.reduce((sum, file) => sum + 8 * statSync(join(folder, file)).size, 0) / positions).toFixed(3);
    rows.push([
      name,
      short(their),
      short(all),
      short(solving),
      `${(their / all).toFixed(1)} x`,
      bits(`dtc/${name}.lzdtc`),
      bits(`dtc/${name}.lzdtc`, `wdl/${name}.lzw`),
      table.bitsPerPosition.toFixed(3),
    ]);
    rmSync(folder, { recursive: true });
  }
  return {
    title: "Beside a C++ peer",
    about:
      "xiangqitb as its script builds it, one thread, the whole closure from an empty folder to files, with the rules of " +
      "repetition: outcomes (WDL), distances to conversion (DTC) and to mate (DTM), where Canju's one file has outcomes, " +
      "orders and distances to conversion. CPU seconds of the whole processes, user and system. Its distance files need " +
      "its outcome files beside them.",
    columns: [
      "closure",
      "xiangqitb CPU s",
      "Canju CPU s",
      "of it solving",
      "ratio",
      "xiangqitb bits, DTC",
      "DTC + WDL",
      "Canju bits",
    ],
    rows,
  };
}

/** Runs the peer in an empty folder, on one thread, through a shell whose `time` counts the CPU of its children. */
async function cpuOfPeer(peer: string, name: string, folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "option.ini"), OPTIONS);
  writeFileSync(join(folder, "autoList.txt"), `${name}\n`);
  const shell = spawn("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$0" > log.txt 2>&1', peer], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let times = "";
  shell.stderr.on("data", (chunk) => (times += chunk));
  const [code] = await once(shell, "close");
  if (code !== 0) throw new Error(`${peer} ended with ${code}: see ${join(folder, "log.txt")}`);
  const [user, system] = times.trim().split(/\s+/).map(Number) as [number, number];
  return user + system;
}
