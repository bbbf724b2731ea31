/**
 * All benches: times, sizes and memory beside the limit or the peer they are measured against.
 *
 *     npm run bench -- [solving] [asian] [building] [sizes] [proofs] [probes] [c-reader] [outcome-probes] [fleet] [peer] [--large] [--markdown] [--note TEXT]
 *
 * Without names all are run. `--large` adds KCPBKAABB (minutes, 3 GiB of memory) and the proof of KRNKRBB (a quarter of an hour), and gives the peer more to do.
 * `--markdown` prints docs/reports/performance.md, but for what is measured apart (values on the page, a steady load):
 * `npm run --silent bench -- --large --markdown > docs/reports/performance.md`.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ASIAN, benchAsian } from "./asian.ts";
import { benchBuilding, benchSizes } from "./building.ts";
import { benchReader } from "./c-reader.ts";
import { benchFleet } from "../packages/fleet/bench/fleet.ts";
import { benchOutcomeProbes } from "./outcome-probes.ts";
import { benchPeer, HOW_TO_SET } from "./peer.ts";
import { benchProbes, benchStoreProbes } from "./probe.ts";
import { buildByProgram } from "./program.ts";
import { benchProving } from "./proving.ts";
import { formatSection, machine, type Section } from "./report.ts";
import { benchSolving, CLOSURES, LARGE } from "./solving.ts";

const BENCHES = [
  "solving",
  "asian",
  "building",
  "sizes",
  "proofs",
  "probes",
  "c-reader",
  "outcome-probes",
  "fleet",
  "peer",
] as const;
const PROBED = "KNPKAABB";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    note: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench === name));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(", ")}: there are ${BENCHES.join(", ")}`);
  process.exit(2);
}
const wants = (name: (typeof BENCHES)[number]) => positionals.length === 0 || positionals.includes(name);
const closures = values.large ? [...CLOSURES, LARGE] : CLOSURES;
const log = (line: string) => console.error(line);
const show = (section: Section) => console.log(formatSection(section, values.markdown));

const root = mkdtempSync(join(tmpdir(), "canju-bench-"));
try {
  if (values.markdown) console.log(`# Performance\n`);
  console.log(`Measured by \`npm run bench\` on ${machine()}.${values.note ? ` ${values.note}` : ""}\n`);
  if (values.markdown) {
    console.log(
      "Once more: `npm run --silent bench -- --large --markdown > docs/reports/performance.md`. Limits are those that the project has set itself.\n",
    );
  }
  if (wants("solving")) show(await benchSolving(closures, log));
  if (wants("asian")) show(await benchAsian(log));
  if (wants("building")) show(await benchBuilding(closures, root, log));
  if (wants("sizes")) show(await benchSizes(values.large, root, log));
  if (wants("proofs")) show(await benchProving(values.large, root, log));
  const probed = async (): Promise<string> => {
    const folder = join(root, PROBED);
    if (!existsSync(folder)) await buildByProgram(PROBED, 2, folder);
    return folder;
  };
  if (wants("probes")) show(await benchProbes(await probed(), log));
  for (const [name, bench] of [
    ["c-reader", benchReader],
    ["outcome-probes", benchOutcomeProbes],
  ] as const) {
    if (!wants(name)) continue;
    const section = await bench(root, log);
    if (section === null) console.log(`${name} is left out: there is no compiler, or no libzstd.\n`);
    else show(section);
  }
  if (wants("fleet")) {
    const sections = await benchFleet(root, log);
    if (sections === null)
      console.log("A fleet is left out: there is no PostgreSQL (scripts/install-fleet-servers.sh).\n");
    else sections.forEach(show);
    show(await benchStoreProbes(await probed(), root, log));
  }
  if (wants("peer")) {
    const [krkn, , krckr] = ASIAN;
    const quick = [CLOSURES[0]!, krkn];
    const section = await benchPeer(
      (values.large ? [...CLOSURES, krkn, krckr] : quick).map(({ name }) => name),
      root,
      log,
    );
    if (section === null) console.log(`${HOW_TO_SET}\n`);
    else show(section);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
