/**
 * Token buckets: every client has one of so many tokens, refilled at a steady rate; a request takes as many as it costs.
 * (hono-rate-limiter counts by windows, which lets twice the rate through where two windows meet.)
 */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

export interface RateLimit {
  /** Tokens a client gets each second; 0: no limit. */
  readonly perSecond: number;
  /** A proxy stands before this server and says at the end of X-Forwarded-For who asks. Else that header is not believed. */
  readonly behindProxy?: boolean;
}

/** Tokens a bucket holds: what it gets in so many seconds. */
const BURST_SECONDS = 5;
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

  /** Takes tokens from a client's bucket. @returns 0, or how many seconds to wait when there are too few */
  take(client: string, cost: number): number {
    const time = this.#now();
    const price = Math.min(cost, this.#size); // everything can be had once
    const bucket = this.#buckets.get(client) ?? { tokens: this.#size, time };
    bucket.tokens = Math.min(this.#size, bucket.tokens + (time - bucket.time) * this.#perSecond);
    bucket.time = time;
    const enough = bucket.tokens >= price;
    if (enough) bucket.tokens -= price;
    this.#buckets.delete(client); // to stand last: the map is in order of the last request
    this.#buckets.set(client, bucket);
    this.#forget(time);
    return enough ? 0 : (price - bucket.tokens) / this.#perSecond;
  }

  #forget(time: number): void {
    for (const [client, bucket] of this.#buckets) {
      const isFull = time - bucket.time > BURST_SECONDS;
      if (!isFull && this.#buckets.size <= MOST_CLIENTS) return;
      this.#buckets.delete(client);
    }
  }
}

/** @param costOf tokens that a request takes */
export function rateLimit({ perSecond, behindProxy }: RateLimit, costOf: (c: Context) => number): MiddlewareHandler {
  const buckets = new TokenBuckets(perSecond);
  return async (c, next) => {
    const wait = perSecond === 0 ? 0 : buckets.take(clientOf(c, behindProxy), costOf(c));
    if (wait === 0) return next();
    const seconds = String(Math.ceil(wait));
    const response = problemResponse(c, 429, "too-many-requests", `Too many requests; ask again in ${seconds} s.`);
    response.headers.set("retry-after", seconds);
    return response;
  };
}

/** Who asks. */
function clientOf(c: Context, behindProxy = false): string {
  const forwarded = behindProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  // Without a socket, in tests, all are one.
  const address = forwarded ?? (c.env?.incoming === undefined ? "" : (getConnInfo(c).remote.address ?? ""));
  return lineOf(address);
}

/** Of an IPv6 address the 64 bits that one line has, whatever zeros it leaves out; an IPv4 address as it is. */
export function lineOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head, tail] = plain.split("::", 2).map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? 0 : 8 - head!.length - tail.length;
  const groups = [...head!, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...(tail ?? [])];
  return groups.slice(0, 4).join(":");
}
