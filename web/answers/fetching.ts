/** Reading from the host of the page: JSON, and the list of its tables. */
import { collectionPath, TABLE_SUFFIX, type Collection } from "../../src/table/catalog/collection.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { FIRST_ANSWER } from "../../src/say/beginning.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { collectionAsked } from "../base/rules.ts";
import { AnswerError, type TableList, type TableSummary } from "./answers.ts";
import { kept, sealed, unsealed } from "./kept.ts";

/**
 * Reads JSON. Paths are relative: any folder of any host will do.
 * @param request what is sent; default: a GET
 * @throws AnswerError with the code of the problem details that the server sends, or `unreachable`
 */
export async function fetchJson<Answer>(path: string, signal?: AbortSignal, request?: RequestInit): Promise<Answer> {
  return (await (await fetchFound(path, signal, request)).json()) as Answer;
}

async function fetchFound(path: string, signal?: AbortSignal, request?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...request, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AnswerError("unreachable", "no answer");
  }
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (response.ok && !isProblem) return response;
  const problem = await response.json().catch(() => ({}));
  throw new AnswerError(problem.code ?? "unknown", problem.detail ?? `status ${response.status}`, problem);
}

/** Has a server answer with 200 where something is missing, of which browsers would tell as of an error. */
export function orMissing(path: string): string {
  return `${path}&${MISSING_OK}`;
}

const MISSING_OK = "missing=ok";

/**
 * The same as `fetchJson`, and what was answered before where there is no connection now.
 * @param known the answer, where that was had otherwise
 */
export async function fetchKept<Answer>(
  path: string,
  signal?: AbortSignal,
  request?: RequestInit,
  known: Answer | null = null,
): Promise<Answer> {
  const encoder = new TextEncoder();
  return keeping(
    path.replace(`&${MISSING_OK}`, ""),
    async () => known ?? fetchJson<Answer>(path, signal, request),
    (answer) => encoder.encode(JSON.stringify(answer)),
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Answer,
  );
}

/** The bytes of a file; those that were read before where there is no connection now. */
export async function fetchBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return keeping(
    path,
    async () => new Uint8Array(await (await fetchFound(path)).arrayBuffer()),
    (bytes) => bytes,
    (bytes) => bytes,
  );
}

/** Keeps what is read under its key, with a checksum. */
async function keeping<Answer>(
  key: string,
  read: () => Promise<Answer>,
  toBytes: (answer: Answer) => Uint8Array<ArrayBuffer>,
  fromBytes: (bytes: Uint8Array<ArrayBuffer>) => Answer,
): Promise<Answer> {
  try {
    const answer = await read();
    void kept().then((store) => store?.put(key, sealed(toBytes(answer))));
    return answer;
  } catch (error) {
    const before = error instanceof AnswerError && error.code === "unreachable" && (await (await kept())?.get(key));
    const found = before ? await unsealed(before) : null;
    if (found === null) throw error;
    return fromBytes(found.bytes);
  }
}

/** The value of a position by some rules, where the host has put that into the page; null where it has not. */
export function answerInPage(fen: string, by: Rules): ProbeResult | null {
  const text = document.getElementById(FIRST_ANSWER)?.textContent;
  if (text == null) return null;
  const probe = JSON.parse(text) as ProbeResult;
  return probe.fen === fen && probe.rules === by ? probe : null;
}

/** The list of tables: `/api/v1/tables` of a server, `tables/index.json` of an export. */
export interface Listing extends TableList {
  /** What is meant where nothing is said. */
  readonly collection: Required<Collection>;
}

interface SentListing extends Omit<Listing, "damaged"> {
  /** An export lists none: it holds only what was sound. */
  readonly damaged?: readonly { readonly file: string }[];
}

/** Lists that were asked for at this moment: what several ask for at once is read once, and nobody gets an older one. */
const coming = new Map<string, Promise<SentListing>>();

function fetchSentListing(path: string): Promise<SentListing> {
  const found = coming.get(path);
  if (found !== undefined) return found;
  const asked = fetchKept<SentListing>(path, undefined, { cache: "no-cache" });
  coming.set(path, asked);
  setTimeout(() => coming.delete(path));
  return asked;
}

/** Reads a list and keeps of it the tables of its collection, or of the same under other rules. */
export async function fetchListing(path: string, rules: Rules, signal?: AbortSignal): Promise<Listing> {
  const sent = await fetchSentListing(path);
  signal?.throwIfAborted();
  const { tables, damaged = [] } = sent;
  const collection = { ...sent.collection, ...collectionAsked(rules) };
  const inCollection = (each: TableSummary) =>
    each.rules === collection.rules &&
    each.metric === collection.metric &&
    (each.orders ?? collection.orders) === collection.orders;
  const folder = `${collectionPath(collection)}/`;
  const names = damaged
    .filter(({ file }) => file.startsWith(folder) && file.endsWith(TABLE_SUFFIX))
    .map(({ file }) => file.slice(folder.length, -TABLE_SUFFIX.length));
  return { tables: tables.filter(inCollection), damaged: names, collection };
}

/** The folder of table files, on any host. */
export function tablesUrl(): string {
  return new URL("tables", document.baseURI).href;
}
