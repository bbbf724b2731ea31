/** Counts what is known about material by categories of soldiers, from a folder of tables. Incremental: counts new tables only. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Exchanges } from "../../material/paper/basic.ts";
import { NOTHING_MEASURED, formatMeasured, updateDistributions } from "../exact/count.ts";
import { formatExchanges, updateExchanges } from "../exact/exchanges.ts";
import { makeAttackFiles, makeKnowledge, missingDefences } from "../../material/paper/knowledge.ts";
import { materialName } from "../../material/paper/space.ts";
import { MATERIAL_FILES } from "../../material/base.ts";
import { MATERIAL_FOLDER, readDrawn, readExchanges, readMeasured } from "../../material/node/files.ts";
import { writeWhole } from "../../../base/node/disk.ts";

export interface MaterialBuildOptions {
  /** The folder of tables. */
  readonly data: string;
  /** The folder of the material files. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Whether exchanges that are not known yet are measured as well; those with three attacking men take hours. */
  readonly exchanges: boolean;
  /** Lines of progress. */
  readonly tell: (line: string) => void;
  /** Builds tables of these endgames into the folder: asked for where there is nothing to learn from. */
  readonly buildFirst: (endgames: readonly string[]) => Promise<void>;
}

/** Enough to learn from, and built in seconds: an endgame each for chariot, horse, cannon and soldier. */
const FIRST_ENDGAMES = ["KRK", "KNK", "KCAK", "KPKAABB"];

export interface MaterialBuildReport {
  /** Solved endgames of the basic database: all but those that were drawn as tests. And how many are new. */
  readonly endgames: number;
  readonly counted: number;
  /** Materials by soldier categories. */
  readonly known: number;
  readonly exchanges: number;
  /** Defences of the paper's rule (at most one strong man and one soldier) without any solved attack. */
  readonly missingDefences: readonly string[];
}

export async function buildMaterial(options: MaterialBuildOptions): Promise<MaterialBuildReport> {
  const { data, folder, signal, tell } = options;
  const path = (file: keyof typeof MATERIAL_FILES) => join(folder, MATERIAL_FILES[file]);
  mkdirSync(folder, { recursive: true });
  const before = existsSync(path("basic")) ? readMeasured(path("basic")) : NOTHING_MEASURED;
  const heldOut = new Set(Object.values(readDrawn().classes).flat());
  const count = () => updateDistributions(before, { data, belongs: ({ name }) => !heldOut.has(name), signal, tell });
  let basic = await count();
  if (makeKnowledge(basic).size === 0) {
    await options.buildFirst(FIRST_ENDGAMES);
    basic = await count();
  }
  const knowledge = makeKnowledge(basic);
  await writeWhole(path("basic"), formatMeasured(basic));
  const known = readExchanges(existsSync(path("exchanges")) ? folder : MATERIAL_FOLDER);
  const exchanges = options.exchanges ? await measureMissing(known, options) : known;
  await writeWhole(path("exchanges"), formatExchanges(exchanges));
  const counted = Object.keys(basic.tables).filter((name) => basic.tables[name] !== before.tables[name]).length;
  return {
    endgames: Object.keys(basic.tables).length,
    counted,
    known: knowledge.size,
    exchanges: exchanges.exchanges.length,
    missingDefences: missingDefences(makeAttackFiles(knowledge)).map(materialName),
  };
}

function measureMissing(known: Exchanges, { signal, tell, folder }: MaterialBuildOptions): Promise<Exchanges> {
  return updateExchanges(known, {
    signal,
    onMeasured: async (measured) => {
      tell(`${measured.exchanges.length} exchanges`);
      await writeWhole(join(folder, MATERIAL_FILES.exchanges), formatExchanges(measured));
    },
  });
}
