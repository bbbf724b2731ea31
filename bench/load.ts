/**
 * A steady load: `canju serve` in a process of its own answers random probes over loopback, so many a second whether or
 * not it keeps up; a latency counts from the moment a probe was due. Limits: 1,000 probes a second on one core,
 * 99 % of them within 20 ms, no error, memory flat.
 *
 *     node bench/load.ts [--seconds 60] [--rate 1000] [--data FOLDER]
 *
 * Without a folder small tables are built first. With one, all its tables of the rules `asian` are probed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { attackingMen, parseEndgame } from "../src/endgame/endgame.ts";
import { buildInto } from "../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { formatBytes } from "../src/base/sizes.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { samplePosition } from "../src/query/sample.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { machine } from "./report.ts";

const TABLES = ["KRKN", "KNPK", "KRKAB"];
const POSITIONS = 5_000;
const CONNECTIONS = 32;
/** How often what is due is sent. */
const TICK_MILLISECONDS = 2;
const REPORT_SECONDS = 30;
const MOST_MILLISECONDS = 20;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "1000" },
    data: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const temporary = values.data === undefined ? mkdtempSync(join(tmpdir(), "canju-load-")) : null;
const folder = values.data ?? temporary!;

try {
  if (temporary !== null) await buildInto(TABLES.map(parseEndgame), { ...DEFAULT_COLLECTION, folder });
  const fens = await randomPositions(folder);
  const { child, url } = await startServer(folder);
  try {
    await load(url, fens);
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
} finally {
  if (temporary !== null) rmSync(temporary, { recursive: true });
}

/** Of every table with attacking men the same number, the same every time. */
async function randomPositions(dataDir: string): Promise<string[]> {
  const catalog = new FolderCatalog(dataDir, DEFAULT_COLLECTION);
  const { tables } = await catalog.list();
  const endgames = tables.map(({ endgame }) => parseEndgame(endgame)).filter(({ red }) => attackingMen(red).length > 0);
  if (endgames.length === 0) throw new Error(`no table of the rules asian with attacking men in ${dataDir}`);
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const fens: string[] = [];
  while (fens.length < POSITIONS) {
    const sample = await samplePosition(endgames[fens.length % endgames.length]!, {}, catalog, random);
    fens.push(formatFen(sample!.position));
  }
  await catalog.close();
  return fens;
}

async function startServer(data: string): Promise<{ child: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, "../src/doors/cli/canju.ts");
  const args = ["serve", "--port", "0", "--json", "--builds", "off", "--data", data];
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

async function load(url: string, fens: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const addresses = fens.map((fen) => `${url}api/v1/probe?fen=${fen.replaceAll(" ", "_")}`);
  // Code is compiled and blocks are read before anything is measured.
  for (let i = 0; i < addresses.length; i += CONNECTIONS) {
    await Promise.all(addresses.slice(i, i + CONNECTIONS).map((address) => ask(address, agent)));
  }
  const probes = Math.floor(rate * seconds);
  const latencies = new Float64Array(probes);
  const errors: string[] = [];
  const report = async (label: string) => {
    const { rss, cpu } = await usage(url, agent);
    console.log(`${label.padStart(6)}  ${formatBytes(rss)} resident  ${cpu.toFixed(2)} s CPU  ${errors.length} errors`);
    return cpu;
  };
  console.log(`${machine()}; ${probes} probes of ${fens.length} positions at ${rate} a second`);
  const cpuBefore = await report("start");
  const started = performance.now();
  let sent = 0;
  let answered = 0;
  let reported = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now() - started;
      for (; sent < probes && (1000 * sent) / rate <= now; sent++) {
        const number = sent;
        ask(addresses[number % addresses.length]!, agent)
          .catch((error: Error) => errors.push(error.message))
          .finally(() => {
            latencies[number] = performance.now() - started - (1000 * number) / rate;
            if (++answered === probes) resolve();
          });
      }
      if (now > 1000 * REPORT_SECONDS * (reported + 1)) void report(`${++reported * REPORT_SECONDS} s`);
      if (sent === probes) clearInterval(timer);
    }, TICK_MILLISECONDS);
  });
  const wall = (performance.now() - started) / 1000;
  const cpu = (await report("end")) - cpuBefore;
  agent.destroy();
  latencies.sort();
  const at = (share: number) => `${latencies[Math.min(probes - 1, Math.floor(share * probes))]!.toFixed(2)} ms`;
  console.log(
    `answered ${(probes / wall).toFixed(0)} a second, ${errors.length} errors${errors.length ? `: ${errors[0]}` : ""}`,
  );
  console.log(`latency: p50 ${at(0.5)}, p99 ${at(0.99)} (limit ${MOST_MILLISECONDS} ms), slowest ${at(1)}`);
  console.log(
    `server: ${((1e3 * cpu) / probes).toFixed(3)} ms CPU a probe, ${(100 * (cpu / wall)).toFixed(0)} % of a core`,
  );
}

function ask(address: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${address}: ${response.statusCode} ${body}`));
      });
    });
    asked.on("error", reject);
  });
}

/** Resident bytes and CPU seconds of the server, as it says itself. */
async function usage(url: string, agent: Agent): Promise<{ rss: number; cpu: number }> {
  const text = await ask(`${url}metrics`, agent);
  const read = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)![1]);
  return { rss: read("process_resident_memory_bytes"), cpu: read("process_cpu_seconds_total") };
}
