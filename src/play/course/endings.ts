/** The endings of the course, in order of difficulty, and what their rules of thumb claim (the sentences: web/words, course.ts). */
import type { Claim, Condition, End } from "./claim.ts";
import type { ElementaryEnding } from "./course.ts";

/** Of calm positions, whoever is to move, unless `more` says otherwise. */
function calm(ends: End, share: Claim["share"], where: readonly Condition[] = [], turn?: Claim["turn"]): Claim {
  return { ...(turn && { turn }), where: ["calm", ...where], ends, share };
}

const ALL_WON = [calm("red", "all")];

/** Black's chariot holds the centre file, and his king stands at the top of the palace, so that a cannon has room below it. */
const MOON: readonly Condition[] = [
  { all: "r", on: "e0-9" },
  { all: "k", on: "d-f7" },
];

export const ENDINGS: readonly ElementaryEnding[] = [
  { endgame: "KRK", claims: ALL_WON },
  { endgame: "KNK", claims: ALL_WON },
  {
    endgame: "KPK",
    claims: [calm("red", "all", [{ none: "P", on: "a-i9" }]), calm("draw", "all", [{ all: "P", on: "a-i9" }])],
  },
  { endgame: "KCAK", claims: ALL_WON },
  { endgame: "KRKA", claims: ALL_WON },
  { endgame: "KRKB", claims: ALL_WON },
  { endgame: "KRKAA", claims: ALL_WON },
  { endgame: "KRKBB", claims: ALL_WON },
  { endgame: "KRKAB", claims: ALL_WON },
  { endgame: "KNKA", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKC", claims: ALL_WON },
  { endgame: "KRKP", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KCAKA", claims: ALL_WON },
  { endgame: "KCAKB", claims: ALL_WON },
  { endgame: "KCAAKB", claims: ALL_WON },
  { endgame: "KRKAAB", claims: ALL_WON },
  { endgame: "KRKABB", claims: ALL_WON },
  { endgame: "KPKA", claims: [calm("draw", "all", [{ all: "P", on: "a-i3 a-i9" }]), calm("draw", "told")] },
  { endgame: "KPKB", claims: [calm("draw", "all", [], "black"), calm("draw", "told", [], "red")] },
  {
    endgame: "KPPKA",
    claims: [
      calm("red", "all", [{ some: "P", on: "a-i3-6" }]),
      calm("draw", "told", [
        { some: "P", on: "a-i9" },
        { none: "P", on: "a-i3-6" },
      ]),
    ],
  },
  {
    endgame: "KPPKAA",
    claims: [
      calm("red", "all", [
        { none: "P", on: "a-i9" },
        { some: "P", on: "a-i3-6" },
      ]),
      calm("draw", "told", [
        { some: "P", on: "a-i9" },
        { none: "P", on: "a-i3-6" },
      ]),
    ],
  },
  {
    endgame: "KPPKB",
    claims: [
      calm("red", "all", [
        { some: "P", on: "a-i6" },
        { none: "P", on: "a-i9" },
      ]),
      calm("draw", "told", [
        { some: "P", on: "a-i9" },
        { none: "P", on: "a-i6-8" },
      ]),
    ],
  },
  {
    endgame: "KPPPKAA",
    claims: [
      calm("red", "all", [{ some: "P", on: "a-i3-6" }]),
      calm("draw", "told", [
        { some: "P", on: "a-i9" },
        { none: "P", on: "a-i3-6" },
      ]),
    ],
  },
  { endgame: "KNKB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KNKAA", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KCBKA", claims: [calm("draw", "all", [], "black"), calm("draw", "told", [], "red")] },
  { endgame: "KCAKAA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KCAKAB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KRKN", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNKP", claims: [calm("draw", "told")] },
  { endgame: "KNKN", claims: [calm("draw", "told")] },
  { endgame: "KRKR", claims: [calm("draw", "told")] },
  { endgame: "KRKNA", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKNB", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKCA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKPP", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNPKA", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNPKAA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  {
    endgame: "KCPKA",
    claims: [calm("draw", "told", [{ all: "P", on: "a-i9" }]), calm("red", "told", [{ none: "P", on: "a-i9" }])],
  },
  {
    endgame: "KCPKAA",
    claims: [calm("draw", "told", [{ all: "P", on: "a-i9" }]), calm("red", "told", [{ none: "P", on: "a-i9" }])],
  },
  { endgame: "KPPKAB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  {
    endgame: "KPPKBB",
    claims: [calm("red", "told", [{ none: "P", on: "a-i9" }]), calm("draw", "told", [{ some: "P", on: "a-i9" }])],
  },
  {
    endgame: "KRKAABB",
    claims: [
      calm("draw", "told", [
        { some: "b", on: "e7" },
        { some: "a", on: "e8" },
      ]),
      calm("draw", "told", [
        { none: "b", on: "e7" },
        { none: "a", on: "e8" },
      ]),
    ],
  },
  { endgame: "KRKNAA", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKCB", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKCAA", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KNPKB", claims: [calm("red", "all", [], "red"), calm("red", "told", [], "black")] },
  {
    endgame: "KNPKAB",
    claims: [
      calm("red", "all", [{ all: "P", on: "a-i3-6" }], "red"),
      calm("red", "told", [{ all: "P", on: "a-i9" }], "red"),
      calm("red", "told", [], "black"),
    ],
  },
  { endgame: "KNNKAA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KCCKAA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNCKAA", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNNKAABB", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KCCKAABB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KCPKB", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KCPKBB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KNPKBB", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  {
    endgame: "KNPKAABB",
    claims: [
      calm("draw", "told", [], "red"),
      calm("draw", "told", [], "black"),
      calm("draw", "told", [{ all: "P", on: "a-i9" }]),
    ],
  },
  { endgame: "KCPKAABB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KNPKN", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KNPKC", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKCBB", claims: [calm("draw", "told", [], "red"), calm("draw", "told", [], "black")] },
  { endgame: "KRKNBB", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKCC", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKNC", claims: [calm("red", "told", [], "red"), calm("red", "told", [], "black")] },
  { endgame: "KRKNN", claims: [calm("red", "told", [], "red"), calm("draw", "told", [], "black")] },
  {
    endgame: "KRNKR",
    claims: [
      calm("red", "told", [{ all: "K", on: "e0-2" }], "red"),
      calm("red", "told", [{ none: "K", on: "e0-2" }], "red"),
    ],
  },
  {
    endgame: "KRCKR",
    claims: [
      calm("red", "told", [{ all: "K", on: "e0-2" }], "red"),
      calm("red", "told", [{ none: "K", on: "e0-2" }], "red"),
      calm("red", "told", [...MOON, { all: "C", on: "a-i9" }], "red"),
      calm("red", "told", [...MOON, { none: "C", on: "a-i9" }], "red"),
    ],
  },
  {
    endgame: "KRPKR",
    claims: [
      calm("red", "told", [{ all: "K", on: "e0-2" }], "red"),
      calm("red", "told", [{ none: "K", on: "e0-2" }], "red"),
    ],
  },
];
