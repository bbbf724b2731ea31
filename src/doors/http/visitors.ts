/**
 * Token buckets: every client has one of so many tokens, refilled at a steady rate; a request takes as many as it costs.
 * (hono-rate-limiter counts by windows, which lets twice the rate through where two windows meet.)
 */
import { isIP, isIPv4, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { hostname } from "node:os";
import { problemResponse } from "./problem.ts";

export interface RateLimit {
  /** Tokens a client gets each second; 0: no limit. */
  readonly perSecond: number;
  /** A proxy stands before this server and says at the end of X-Forwarded-For who asks. Else that header is not believed. */
  readonly behindProxy?: boolean;
}

/** Tokens a bucket holds: what it gets in so many seconds. */
const BURST_SECONDS = 5;
/** What a client can owe, in seconds' tokens: what turned out dearer than it was paid for is taken off later. */
const DEBT_SECONDS = 300;
/** Clients that are remembered; those whose buckets are full again are forgotten first. */
const MOST_CLIENTS = 50_000;

interface Bucket {
  tokens: number;
  /** When these were counted, in seconds. */
  time: number;
}

export class TokenBuckets {
  readonly #perSecond: number;
  readonly #size: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now in seconds */
  constructor(perSecond: number, now: () => number = () => performance.now() / 1000) {
    this.#perSecond = perSecond;
    this.#size = perSecond * BURST_SECONDS;
    this.#now = now;
  }

  /**
   * Takes tokens from a client's bucket. What is dearer than a bucket can be had for a full one, and is owed.
   * @returns 0, or how many seconds to wait when there are too few
   */
  take(client: string, cost: number): number {
    const wait = this.waitFor(client, cost);
    if (wait === 0) this.charge(client, cost);
    return wait;
  }

  /** The same without taking any. */
  waitFor(client: string, cost: number): number {
    const { tokens } = this.#bucketOf(client);
    return Math.max(0, (Math.min(cost, this.#size) - tokens) / this.#perSecond);
  }

  /** Takes tokens whether there are enough or not. */
  charge(client: string, cost: number): void {
    const bucket = this.#bucketOf(client);
    bucket.tokens = Math.max(bucket.tokens - cost, -DEBT_SECONDS * this.#perSecond);
  }

  #bucketOf(client: string): Bucket {
    const time = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: this.#size, time };
    bucket.tokens = Math.min(this.#size, bucket.tokens + (time - bucket.time) * this.#perSecond);
    bucket.time = time;
    this.#buckets.delete(client); // to stand last: the map is in order of the last request
    this.#buckets.set(client, bucket);
    this.#forget(time);
    return bucket;
  }

  #forget(time: number): void {
    for (const [client, bucket] of this.#buckets) {
      const isFull = bucket.tokens + (time - bucket.time) * this.#perSecond >= this.#size && bucket.time < time;
      if (!isFull && this.#buckets.size <= MOST_CLIENTS) return;
      this.#buckets.delete(client);
    }
  }
}

/** How many clients' tokens the networks have together that a client belongs to, by the bits of their prefix. */
const SHARES: Readonly<Record<string, number>> = { "56": 4, "48": 16 };

/** The buckets of clients, and of the networks that can be one customer's: whoever has a /56 has 256 lines. */
class Buckets {
  readonly #clients: TokenBuckets;
  readonly #networks: ReadonlyMap<string, TokenBuckets>;

  constructor(perSecond: number) {
    this.#clients = new TokenBuckets(perSecond);
    this.#networks = new Map(
      Object.entries(SHARES).map(([bits, share]) => [bits, new TokenBuckets(perSecond * share)]),
    );
  }

  /** 0, or how many seconds to wait. */
  take(client: string, cost: number): number {
    const all = this.#of(client);
    const wait = Math.max(...all.map(([buckets, key]) => buckets.waitFor(key, cost)));
    if (wait === 0) this.charge(client, cost);
    return wait;
  }

  charge(client: string, cost: number): void {
    for (const [buckets, key] of this.#of(client)) buckets.charge(key, cost);
  }

  #of(client: string): (readonly [TokenBuckets, string])[] {
    const networks = networksOf(client).map(([bits, prefix]) => [this.#networks.get(bits)!, prefix] as const);
    return [[this.#clients, client], ...networks];
  }
}

/** The wider networks of a line as `lineOf` writes it: none where it is no IPv6 line. */
function networksOf(line: string): [bits: string, prefix: string][] {
  const groups = line.split(":");
  if (groups.length !== 4) return [];
  const [a, b, c, d] = groups as [string, string, string, string];
  const site = `${a}:${b}:${c}`;
  return [
    ["56", `${site}:${parseInt(d, 16) >> 8}`],
    ["48", site],
  ];
}

/**
 * @param costOf tokens that a request takes
 * @param chargeWork charges for what turns out dearer than it was paid for
 * @param refuse the answer where there are too few
 */
export function rateLimit(
  { perSecond, behindProxy }: RateLimit,
  costOf: (c: Context) => number,
  chargeWork: (c: Context, paid: number, charge: (tokens: number) => void) => void,
  refuse: (c: Context, seconds: string) => Response,
): MiddlewareHandler {
  const buckets = new Buckets(perSecond);
  return async (c, next) => {
    if (perSecond === 0) return next();
    const client = clientOf(c, behindProxy);
    const cost = costOf(c);
    const wait = buckets.take(client, cost);
    if (wait === 0) {
      chargeWork(c, cost, (tokens) => buckets.charge(client, tokens));
      return next();
    }
    const seconds = String(Math.ceil(wait));
    const response = refuse(c, seconds);
    response.headers.set("retry-after", seconds);
    return response;
  };
}

/** Who asks, as `lineOf` writes it. */
export function clientOf(c: Context, behindProxy = false): string {
  const forwarded = behindProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  // Without a socket, in tests, all are one.
  const address = forwarded ?? (c.env?.incoming === undefined ? "" : (getConnInfo(c).remote.address ?? ""));
  return lineOf(address);
}

/**
 * Of an IPv6 address the 64 bits that one line has, an IPv4 address as it is, however they are written: with a port, in
 * brackets, with a zone, one within the other. All that is no address is one line.
 */
export function lineOf(address: string): string {
  const text = address.trim().replace(/^"(.*)"$/, "$1");
  const bare = /^\[([^\]]*)\](:\d*)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d*$/, "$1");
  const plain = bare.replace(/%.*$/, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  // The parser of addresses writes each of them in one way, IPv4 within IPv6 as two groups.
  const [head, tail] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split("::", 2)
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? 0 : 8 - head!.length - tail.length;
  const groups = [...head!, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? [])];
  if (groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff") {
    return groups
      .slice(6)
      .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
      .join(".");
  }
  return groups.slice(0, 4).join(":");
}

/*
 * Who may change something here. Pages of other sites may read whatever they like, but a browser must not be talked into
 * asking for builds or long proofs by them, neither openly nor under a name of theirs that leads to this machine (DNS rebinding).
 */

/**
 * Lets programs and the server's own page through. Whatever else names the server, it is not trusted: only addresses, the
 * names of this machine, and those that the host gave can be meant by `Host`, and a page's `Origin` must be the same, its port
 * included.
 * @param names by which the server is known beside those of this machine, with the port where it is none that goes without saying
 * @param listened the name of this machine that is listened to
 */
export function ownPageOnly(names: readonly string[], listened?: string): MiddlewareHandler {
  const machine = hostname().toLowerCase();
  const own = new Set(names.map((name) => name.toLowerCase()));
  const known = new Set([...own].map((name) => name.replace(/:\d+$/, "")));
  for (const name of [listened?.toLowerCase(), "localhost", machine, `${machine}.local`]) if (name) known.add(name);
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const host = new URL(c.req.url);
    const name = host.hostname;
    if (isIP(name.replace(/^\[(.*)\]$/, "$1")) === 0 && !known.has(name) && !name.endsWith(".localhost")) {
      const detail = `This server does not go by the name ${name}; its host can say so with --host-name.`;
      return problemResponse(c, 403, "unknown-host", detail);
    }
    if (isOwnPage(c, host, own)) return next();
    return problemResponse(
      c,
      403,
      "other-site",
      "Only this server's own page and programs may ask for builds and long proofs.",
    );
  };
}

/** Programs send no Origin; of browsers, those that tell it must tell the right one. */
function isOwnPage(c: Context, host: URL, names: ReadonlySet<string>): boolean {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("origin");
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false; // `null`, of a sandboxed frame or a file
  const from = new URL(origin);
  // A proxy may ask this server by another name than the page was asked by.
  return from.host === host.host || names.has(from.host);
}
