/**
 * The computing that requests ask for. However much there is of it, none keeps the event loop for long: between two turns of
 * the loop all requests together compute for some milliseconds, then whoever has computed least goes on. So short requests
 * overtake long ones, and what takes no computing is answered at once.
 */
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { LOOKUPS_A_PIECE, type TableProvider } from "../../table/catalog/catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { InputError } from "../../base/errors.ts";
import { finishWith, type Pausing } from "../../base/pausing.ts";

/** For all computing in one turn of the event loop. */
const TURN_MILLISECONDS = 10;

/** That a request may take: some ten seconds of computing. */
const MOST_LOOKUPS = 500_000;
const TOO_MUCH = new InputError(
  "too-much-work",
  "this takes more computing than one request may have; ask for less at once",
);

/** What the middleware hands to the routes. */
export interface Env {
  Variables: { work: RequestWork };
}

export class Turns {
  readonly #waiting = new Map<RequestWork, (() => void)[]>();
  /** Until when there is computing in this turn; null: nobody has asked for any yet. */
  #end: number | null = null;

  /** Null where this turn has time left; else resolves in a later one. */
  take(work: RequestWork): Promise<void> | null {
    const now = performance.now();
    if (this.#end === null) this.#begin(now);
    if (now < this.#end!) return null;
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(work);
      if (waiting === undefined) this.#waiting.set(work, [resolve]);
      else waiting.push(resolve);
    });
  }

  #begin(now: number): void {
    this.#end = now + TURN_MILLISECONDS;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#end = null;
    let next: RequestWork | null = null;
    for (const work of this.#waiting.keys()) if (next === null || work.lookUps < next.lookUps) next = work;
    if (next === null) return;
    const pieces = this.#waiting.get(next)!; // several where it looks up all moves of a position
    this.#waiting.delete(next);
    this.#begin(performance.now());
    for (const resolve of pieces) resolve();
  }
}

/** The work on one request. */
export class RequestWork {
  /** Called before each piece with all look-ups until then and for it. */
  onLookUps: (lookUps: number) => void = () => {};
  readonly #turns: Turns;
  readonly #isGone: () => boolean;
  readonly #end = new AbortController();
  /** Those that it has opened. */
  readonly tables = new Set<Table>();
  #lookUps = 0;
  #bound = { lookUps: MOST_LOOKUPS, error: TOO_MUCH };

  /** @param isGone whether nobody waits for the answer any more */
  constructor(turns: Turns, isGone: () => boolean = () => false) {
    this.#turns = turns;
    this.#isGone = isGone;
  }

  /** Look-ups of tables, and what takes as long, until now. */
  get lookUps(): number {
    return this.#lookUps;
  }

  /** Bounds what it may take, and says what is answered beyond that. */
  bound(lookUps: number, error: InputError): void {
    this.#bound = { lookUps, error };
  }

  /** Ends it at its next piece. */
  stop(): void {
    this.#end.abort(new HTTPException(504));
  }

  /**
   * To be called before each piece of it, which must take no more than a few milliseconds. Resolves when it may be done;
   * null: at once.
   * @param count for how many look-ups it counts
   * @throws HTTPException when nobody waits for the answer any more; InputError `too-much-work`
   */
  step(count = 1): Promise<void> | null {
    this.#lookUps += count;
    this.#end.signal.throwIfAborted();
    this.onLookUps(this.#lookUps);
    if (this.#lookUps > this.#bound.lookUps) throw this.#bound.error;
    const turn = this.#turns.take(this);
    return turn && turn.then(() => this.#goOn());
  }

  #goOn(): void {
    if (this.#isGone()) this.stop();
    this.#end.signal.throwIfAborted();
  }

  /** Does what pauses by itself. */
  inPieces<Result>(computing: Pausing<Result>): Promise<Result> {
    return finishWith(computing, () => this.step(LOOKUPS_A_PIECE));
  }

  /** The same tables; every look-up is a piece of this work. */
  on(provider: TableProvider): TableProvider {
    const { rules, metric, orders } = provider;
    const { signal } = this.#end;
    return {
      rules,
      metric,
      orders,
      signal,
      open: async (name) => {
        await this.step();
        const table = await provider.open(name, signal);
        if (table !== null) this.tables.add(table);
        return table;
      },
      conesOf: async (endgame) => (await provider.conesOf?.(endgame)) ?? [],
      pause: async (lookUps) => void (await this.step(lookUps)),
    };
  }
}

/**
 * Gives each request its work, which begins with reading the request when it is its turn, and ends when the answer is there,
 * or after so many milliseconds with 504.
 * @param urgent the path of requests that wait for nothing
 */
export function working(turns: Turns, milliseconds: number, urgent = ""): MiddlewareHandler<Env> {
  return async (c, next) => {
    const work = new RequestWork(turns, () => c.req.raw.signal.aborted);
    c.set("work", work);
    let timer: NodeJS.Timeout;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new HTTPException(504)), milliseconds);
    });
    try {
      if (c.req.path !== urgent) await work.step(0);
      await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer!);
      work.stop();
    }
  };
}
