/** Classes of moves under the Chinese rules in words, and verdicts on repetitions by them. */
import { COLOURS, opponent, type Colour } from "../xiangqi/pieces.ts";
import type { Chased, Label, MoveLabel, Reason } from "../xiangqi/rules/chinese/label.ts";
import type { GradedVerdict, MoveClass } from "../xiangqi/rules/chinese/verdict.ts";
import type { Man } from "../xiangqi/rules/men.ts";
import type { EndingVerdict, Result } from "../xiangqi/rules/verdict.ts";
import { squareName } from "../xiangqi/squares.ts";
import type { GameWords } from "./game.ts";
import { joinSentences, type RepetitionWords } from "./repetitions.ts";

/** What languages say of classes. Men come in words, such as `the Red chariot on c1`. */
export interface ClassWords {
  readonly kill: string;
  /** `why`: taking it is a gain; it is unprotected and the exchange even. */
  readonly chase: (capturers: string, target: string, why: "gain" | "even", weak: boolean) => string;
  readonly series: (checkers: string) => string;
  readonly capture: string;
  readonly kingParry: string;
  readonly nothing: string;
  readonly standing: (capturers: string, target: string) => string;
  readonly free: (capturers: string, target: string) => string;
  readonly keyPoint: (capturers: string, target: string) => string;
  readonly labels: Readonly<Record<Label | "weak", string>>;
  /** The readings differ: what the move is at least, and at most. */
  readonly readings: (narrow: string, wide: string) => string;

  /** By the loser's grade and the other side's, what they do. */
  readonly loss: (loser: string, other: string, deeds: string, others: string) => string;
  readonly deeds: readonly [idle: string, weak: string, attacks: string, checks: string];
  /** By the grade of both sides. */
  readonly draw: readonly [idle: string, weak: string, attacks: string, checks: string];
  readonly certain: string;
  readonly open: string;

  /** How verdicts are found. */
  readonly rule: string;
  /** What a side plays for ever, in order, such as `a check, then a threat of mate`. */
  readonly rounds: (deeds: readonly string[]) => string;
  readonly deed: Readonly<Record<Label | "weak", string>>;
  /** What both rule sets say of that. */
  readonly forbidden: { readonly byChinese: (what: string) => string; readonly byBoth: (what: string) => string };
  readonly byAsianLoses: (loser: string) => string;
}

/** The class of a move, and whether it is a weak chase. */
export type NamedClass = Pick<MoveLabel, "label" | "weak">;

/** A verdict on a repetition, without its kind. */
export type JudgedGrades = Omit<GradedVerdict, "kind">;

export interface ClassDescriber {
  /** Why a move is what it is, a sentence each. */
  move(label: MoveLabel): string[];
  /** In a word or two: `kill`, `weak chase`. */
  mark(label: NamedClass): string;
  verdict(verdict: JudgedGrades | EndingVerdict): string;
  /**
   * How the Asian rules differ, or do not, about a cycle.
   * @param moves the moves that the loser by the Chinese rules makes in it
   * @returns nothing where both call it a draw
   */
  beside(chinese: Result, asian: Result, moves: readonly NamedClass[]): string[];
}

/** A side's moves in a cycle as often as it takes: `check, kill, check, kill` is `check, kill` for ever. */
function shortest<T>(round: readonly T[]): readonly T[] {
  const isRound = (length: number) => round.every((each, i) => each === round[i % length]);
  const lengths = round.map((_, i) => i + 1).filter((length) => round.length % length === 0);
  return round.slice(0, lengths.find(isRound));
}

/** @param place what a square is called, by its name in coordinates */
export function makeClassDescriber(
  say: GameWords,
  judging: RepetitionWords,
  classes: ClassWords,
  place: (square: string) => string = (square) => square,
): ClassDescriber {
  const manOf = ({ colour, role, square }: Man): string =>
    judging.man(say.man(say.colours[colour], say.roles[role]), place(squareName(square)));
  const menOf = (men: readonly Man[]) => judging.list(men.map(manOf));
  const pairOf = ({ capturers, target }: Chased) => [menOf(capturers), manOf(target)] as const;
  const reasonOf = (reason: Reason): string => {
    switch (reason.kind) {
      case "check":
        return judging.check(menOf(reason.checkers));
      case "series":
        return classes.series(menOf(reason.checkers));
      case "chase": {
        const { gain, weak } = reason.chased;
        return classes.chase(...pairOf(reason.chased), gain ? "gain" : "even", weak);
      }
      case "standing":
      case "free":
        return classes[reason.kind](...pairOf(reason.chased));
      case "key-point":
        return classes.keyPoint(...pairOf(reason.chased));
      case "king-parry":
        return classes.kingParry;
      default:
        return classes[reason.kind];
    }
  };
  return {
    move(label) {
      const sentences = label.reasons.map(reasonOf);
      if (label.narrow === label.wide) return sentences;
      return [...sentences, classes.readings(classes.labels[label.narrow], classes.labels[label.wide])];
    },
    mark: ({ label, weak }) => classes.labels[weak ? "weak" : label],
    verdict(verdict) {
      if ("ending" in verdict) return say[verdict.ending](say.colours[opponent(verdict.loser)]);
      const { result, certain, conduct } = verdict;
      const [red, black] = COLOURS.map((colour) => conduct[colour].grade);
      const lost = (loser: Colour, grade: MoveClass, other: MoveClass) =>
        classes.loss(say.colours[loser], say.colours[opponent(loser)], classes.deeds[grade], classes.deeds[other]);
      const decided =
        result === "draw"
          ? classes.draw[red!]
          : result === "red-loss"
            ? lost("red", red!, black!)
            : lost("black", black!, red!);
      return joinSentences([decided, certain === null ? classes.open : classes.certain]);
    },
    beside(chinese, asian, moves) {
      if (asian === chinese && asian === "draw") return [];
      const named = moves.map(({ label, weak }) => classes.deed[weak ? "weak" : label]);
      const what = classes.rounds(shortest(named));
      if (asian === chinese) return [classes.forbidden.byBoth(what)];
      const byAsian =
        asian === "draw" ? [] : [classes.byAsianLoses(say.colours[asian === "red-loss" ? "red" : "black"])];
      return chinese === "draw" ? byAsian : [classes.forbidden.byChinese(what), ...byAsian];
    },
  };
}
