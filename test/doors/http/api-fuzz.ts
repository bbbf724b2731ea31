import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import type { createApp } from "../../../src/doors/http/app.ts";
import { apiRequests, problemsOf, type ApiDescription } from "./api-requests.ts";
import { longGame } from "./long-game.ts";

/** Words that mean something where the names of parameters stand. */
const HINTS: Readonly<Record<string, readonly string[]>> = {
  fen: [
    "3k5/4a4/9/9/9/9/9/9/4R4/4K4_w",
    "4k4/9/9/9/9/9/9/9/1n7/R2K5_w",
    "4k4/9/9/9/9/9/9/9/1n7/R2K5_b",
    "4k4/9/9/9/9/9/9/9/4A4/4K4_w",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w",
  ],
  endgame: ["KRKA", "KRKN", "KNKR", "KPK", "KRRKRR", "KRNCPKRNCP", "KRKAABB"],
  name: ["KRKA", "KNKR", "KRNKCCAABB", "KPtKPb", "KAK"],
  moves: ["a0d0,b1c3", longGame(40).replace(/^.*&moves=/, "")],
  played: ["e1e8", "a0d0_b1c3"],
  switches: ["checksMayChase,suspendedIsNew"],
  id: ["asian-dtc-KRKA", "asian-dtc-KPK", "x"],
  seconds: ["1"],
};

const CODES = readFileSync(join(import.meta.dirname, "../../../docs/guides/http-api.md"), "utf8");

/** Every answer is one that the API describes, by status, type and content, and every error's code is in its documentation. */
export async function fuzzApi(app: ReturnType<typeof createApp>, seed: number, numRuns: number): Promise<void> {
  const description = (await (await app.request("/api/v1/openapi.json")).json()) as ApiDescription;
  await fc.assert(
    fc.asyncProperty(apiRequests(description, HINTS), async (request) => {
      const { method, headers, body, path } = request;
      const response = await app.request(`/api/v1${path}`, { method, headers, body });
      const type = response.headers.get("content-type")?.split(";")[0] ?? "";
      const answer = { status: response.status, type, body: await response.text() };
      expect(problemsOf(description, request, answer)).toEqual([]);
      if (response.ok) return;
      const { code, status, detail } = JSON.parse(answer.body) as { code: string; status: number; detail: string };
      expect([status, status >= 500 && !["queue-full", "missing-material"].includes(code)]).toEqual([
        response.status,
        false,
      ]);
      expect(CODES).toContain(`\`${code}\``);
      expect(detail).toMatch(/^.{1,1000}$/u);
    }),
    { seed, numRuns },
  );
}
