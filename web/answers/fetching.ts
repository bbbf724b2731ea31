/** Reading from the host of the page: JSON, and the list of its tables. */
import { collectionPath, TABLE_SUFFIX, type Collection } from "../../src/table/catalog.ts";
import type { Rules } from "../../src/table/header.ts";
import { collectionAsked } from "../state/rules.ts";
import { AnswerError, type TableList, type TableSummary } from "./answers.ts";
import { kept } from "./kept.ts";

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
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new AnswerError(problem.code ?? "unknown", problem.detail ?? `status ${response.status}`, problem);
}

/** The same, and what was answered before where there is no connection now. */
export async function fetchKept<Answer>(path: string, signal?: AbortSignal, request?: RequestInit): Promise<Answer> {
  return keeping(
    path,
    () => fetchJson<Answer>(path, signal, request),
    (answer) => Response.json(answer),
    (before) => before.json(),
  );
}

/** The bytes of a file; those that were read before where there is no connection now. */
export async function fetchBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
  return keeping(
    path,
    async () => bytesOf(await fetchFound(path)),
    (bytes) => new Response(bytes),
    bytesOf,
  );
}

async function keeping<Answer>(
  path: string,
  ask: () => Promise<Answer>,
  write: (answer: Answer) => Response,
  read: (before: Response) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await ask();
    void kept().then((store) => store?.put(path, write(answer)));
    return answer;
  } catch (error) {
    const before = error instanceof AnswerError && error.code === "unreachable" && (await (await kept())?.get(path));
    if (!before) throw error;
    return read(before);
  }
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

/** Reads a list and keeps of it the tables of its collection, or of the same under other rules. */
export async function fetchListing(path: string, rules: Rules, signal?: AbortSignal): Promise<Listing> {
  const sent = await fetchKept<SentListing>(path, signal, { cache: "no-cache" });
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
