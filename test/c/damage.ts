/** Table files with something wrong, read by include/canju.h and by src/table: no crash, and never another value. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookUp } from "../../src/query/lookup.ts";
import { collectionPath, openPlaced, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { crc32 } from "../../src/base/crc32.ts";
import { decodePage } from "../../src/table/format/directory.ts";
import { mostStored } from "../../src/table/format/format.ts";
import { ORDERS } from "../../src/table/format/header.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { hasLegalMove } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { formatAnswer } from "./agreement.ts";
import {
  randomBy,
  withFlippedBit,
  withLyingDescription,
  withLyingNumbers,
  withLyingParts,
  type Sound,
} from "../table/fuzzing.ts";
import { ask } from "./driver.ts";
import { nameValue } from "../../src/table/value.ts";

/** A file with bytes of a stored block replaced and its checksum made right. */
function withLyingBlock({ bytes, header }: Sound, random: (bound: number) => number): Uint8Array {
  const lying = bytes.slice();
  const view = new DataView(lying.buffer);
  const { blocksPerPage, blocksPerSide, pages, data } = header;
  for (;;) {
    const page = random(pages.length);
    const { offset, length, dataStart } = pages[page]!;
    const count = Math.min(blocksPerPage, 2 * blocksPerSide - page * blocksPerPage);
    const { starts, fills } = decodePage(bytes.subarray(offset, offset + length), count, mostStored(header))!;
    const i = random(count);
    if (fills[i]! >= 0) continue;
    const start = data.offset + dataStart + starts[i]!;
    const payload = lying.subarray(start + 4, start + starts[i + 1]! - starts[i]!);
    for (let change = random(6); change >= 0; change--) payload[random(payload.length)] = random(256);
    const number = page * blocksPerPage + i;
    const numbered = Uint8Array.of(number, number >>> 8, number >>> 16, number >>> 24);
    view.setUint32(start, crc32(payload, crc32(numbered)), true);
    return lying;
  }
}

/** Damage of every kind by turns. Forged files have right checksums: what they say may be another thing. */
export function damagedFiles(sound: Sound, count: number): { bytes: Uint8Array; isForged: boolean }[] {
  const random = randomBy(7);
  const kinds = [withLyingNumbers, withLyingDescription, withLyingParts, withLyingBlock];
  return Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return { bytes: withFlippedBit(sound, random(8 * sound.bytes.length)), isForged: false };
    if (i % 12 === 1) return { bytes: sound.bytes.slice(0, random(sound.bytes.length)), isForged: false };
    return { bytes: kinds[i % kinds.length]!(sound, random), isForged: true };
  });
}

/** The answers of src/table to each position, null where it refuses. */
async function readersAnswers(
  bytes: Uint8Array,
  sound: Sound,
  positions: readonly LegalPosition[],
): Promise<(string | null)[]> {
  const { endgame, rules, metric, orderForm } = sound.header.info;
  const orders = orderForm ?? ORDERS[0];
  const provider: TableProvider = {
    rules,
    metric,
    orders,
    open: (name) => openPlaced(memorySource(bytes, `${name}.canju`), NODE_CODECS, { rules, metric, orders }, endgame),
  };
  return Promise.all(
    positions.map(async (position) => {
      try {
        const { value, kind } = await lookUp(position, provider);
        return formatAnswer({ ...nameValue(value), kind });
      } catch {
        return null;
      }
    }),
  );
}

export interface Damages {
  /** Files of which some answer or all were refused, and those that gave every answer. */
  readonly refused: number;
  readonly answered: number;
  /** Answers that are not those of the sound file, or of src/table where a file is forged. */
  readonly wrong: readonly string[];
}

/** Asks the driver about each file, of which one in `resolved` is opened with whole blocks resolved. */
export async function readDamaged(
  program: string,
  folder: string,
  sound: Sound,
  fens: readonly string[],
  { count, resolved }: { readonly count: number; readonly resolved: number },
): Promise<Damages> {
  const { endgame, rules, metric, orderForm } = sound.header.info;
  const collection = collectionPath({ rules, metric, orders: orderForm ?? undefined });
  // Who has no move has lost whatever a file says: src/table does not look it up.
  const positions = fens.map((fen) => legalPosition(parseFen(fen))).filter(hasLegalMove);
  const expected = await readersAnswers(sound.bytes, sound, positions);
  const wrong: string[] = [];
  const counts = { refused: 0, answered: 0 };
  const questions: string[] = [];
  const files = damagedFiles(sound, count);
  files.forEach(({ bytes }, i) => {
    const place = join(folder, `${i}`, collection);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${endgame}.canju`), bytes);
    questions.push(`open ${i % resolved === 0 ? 1 : 0} 0 ${collection} ${join(folder, `${i}`)}`);
    for (const position of positions) questions.push(`probe 0 ${formatFen(position)}`);
    questions.push(`verify ${join(place, `${endgame}.canju`)}`);
  });
  const answers = await ask(program, questions);
  const each = positions.length + 2;
  for (const [i, { bytes, isForged }] of files.entries()) {
    const own = answers.slice(i * each + 1, (i + 1) * each - 1);
    const right = isForged ? await readersAnswers(bytes, sound, positions) : expected;
    const isRefusal = (answer: string) => /^-\d+$/.test(answer);
    if (own.some(isRefusal)) counts.refused++;
    else counts.answered++;
    if (!isForged && answers[(i + 1) * each - 1] === "0") wrong.push(`file ${i} passes its own checksums`);
    own.forEach((answer, at) => {
      if (isRefusal(answer) || right[at] === answer) return;
      // What src/table refuses for the sake of something that no value depends on may be answered.
      if (isForged && right[at] === null && answer === expected[at]) return;
      wrong.push(`file ${i}, ${formatFen(positions[at]!)}: ${answer} instead of ${String(right[at])}`);
    });
  }
  rmSync(folder, { recursive: true });
  return { ...counts, wrong };
}

/** A sound file as `damagedFiles` takes it; its codes are not needed here. */
export async function soundFile(bytes: Uint8Array): Promise<Sound> {
  const { header } = await openTable(memorySource(bytes), NODE_CODECS);
  return { bytes, header, codes: [] };
}
