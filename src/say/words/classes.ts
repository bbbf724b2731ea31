/** Classes of moves under the Chinese rules in words, and verdicts on repetitions by them. */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Chased, Label, MoveLabel, MoveReason } from "../../rules/chinese/label.ts";
import { HIGHEST_CLASS, type Deed, type GradedConduct, type GradedVerdict } from "../../rules/chinese/grades.ts";
import type { Man } from "../../rules/men.ts";
import type { EndingVerdict, Result } from "../../rules/judging.ts";
import { squareName } from "../../xiangqi/squares.ts";
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
  readonly standingSeries: (checkers: string) => string;
  readonly block: string;
  readonly unprofitable: (capturer: string, target: string) => string;
  readonly keyPoint: (capturers: string, target: string) => string;
  readonly labels: Readonly<Record<Label | "weak", string>>;
  /** The readings differ: what the move is at least, and at most. */
  readonly readings: (narrow: string, wide: string) => string;

  /** What a side does: `is idle now and then`. */
  readonly idle: { readonly sometimes: string; readonly always: string };
  /**
   * The same of a side that is never idle: `checks or chases on every move`.
   * @param deeds what its moves are, the gravest first
   * @param once each is played once in a round
   */
  readonly attacks: (deeds: readonly Deed[], once: boolean) => string;
  readonly loss: (loser: string, other: string, deeds: string, others: string) => string;
  readonly draw: (red: string, black: string, deeds: string, others: string) => string;
  /** Both sides do the same. */
  readonly drawAlike: (deeds: string) => string;
  readonly certain: string;
  readonly open: string;
  /** The verdict on a cycle is certain, and the value of the position from which it was reached is not. */
  readonly otherwise: string;

  /** How verdicts are found. */
  readonly rule: string;
  /** What a side plays for ever: one thing, or several in order, such as `a check, then a threat of mate, for ever`. */
  readonly perpetual: Readonly<Record<Deed, string>>;
  readonly rounds: (deeds: readonly Deed[]) => string;
  /** What both rule sets say of that. */
  readonly forbidden: { readonly byChinese: (what: string) => string; readonly byBoth: (what: string) => string };
  readonly byAsianLoses: (loser: string) => string;
  /** The loser by the Chinese rules draws, or wins, by the Asian ones. */
  readonly byAsianHolds: (loser: string, wins: boolean) => string;
  /** With this move, after those where there are any. */
  readonly byMove: (loser: string, move: string, after: string) => string;
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
  /** What is not to be taken from the verdict on a cycle: that the value of a position that leads to it is as certain. */
  otherwise(cycle: JudgedGrades, valueDepends: boolean): string[];
  /** How the Asian rules differ, or do not, about a cycle so judged by the Chinese ones; nothing where both call it a draw. */
  beside(chinese: JudgedGrades, asian: Result): string[];
  /**
   * A better result for a loser by the Asian rules.
   * @param move in words, as those before it
   */
  byAsian(loser: Colour, wins: boolean, move: string | null, after: readonly string[]): string;
}

const loserOf = (result: Exclude<Result, "draw">): Colour => (result === "red-loss" ? "red" : "black");

/** Of the Asian rules, which say the same of such captures. */
const CLAUSES = { home: "c2", offer: "c5", free: "c6", protected: "c3" } as const;

/** The gravest first. */
const DEEDS: readonly Deed[] = ["check", "kill", "chase", "weak"];

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
  const reasonOf = (reason: MoveReason): string => {
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
        return classes.standing(...pairOf(reason.chased));
      case "standing-series":
        return classes.standingSeries(menOf(reason.checkers));
      case "home":
      case "offer":
      case "free":
      case "protected":
        return judging.noChase[CLAUSES[reason.kind]](manOf(reason.capturer), manOf(reason.target), menOf(reason.by));
      case "unprofitable":
        return classes.unprofitable(manOf(reason.capturer), manOf(reason.target));
      case "key-point":
        return classes.keyPoint(...pairOf(reason.chased));
      case "king-parry":
        return classes.kingParry;
      default:
        return classes[reason.kind];
    }
  };
  const conductOf = ({ round, grade }: GradedConduct): string => {
    if (grade === 0) return classes.idle[round.every((each) => each === "idle") ? "always" : "sometimes"];
    const deeds = DEEDS.filter((deed) => round.includes(deed));
    return classes.attacks(deeds, deeds.length === round.length);
  };
  const perpetualOf = (round: readonly Deed[]): string =>
    round.length === 1 ? classes.perpetual[round[0]!] : classes.rounds(round);
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
      const [first, second] = COLOURS.toSorted((a, b) => conduct[b].grade - conduct[a].grade) as [Colour, Colour];
      const [name, other] = [say.colours[first], say.colours[second]];
      const [deeds, others] = [conductOf(conduct[first]), conductOf(conduct[second])];
      const decided =
        result !== "draw"
          ? classes.loss(name, other, deeds, others)
          : deeds === others
            ? classes.drawAlike(deeds)
            : classes.draw(name, other, deeds, others);
      // Nobody disputes what a check is.
      if (conduct[first].grade === HIGHEST_CLASS) return decided;
      return joinSentences([decided, certain === null ? classes.open : classes.certain]);
    },
    byAsian(loser, wins, move, after) {
      const name = say.colours[loser];
      const result = classes.byAsianHolds(name, wins);
      return move === null ? result : joinSentences([result, classes.byMove(name, move, after.join(" "))]);
    },
    otherwise: ({ certain }, valueDepends) => (valueDepends && certain !== null ? [classes.otherwise] : []),
    beside({ result, conduct }, asian) {
      const byAsian = asian === "draw" ? [] : [classes.byAsianLoses(say.colours[loserOf(asian)])];
      if (result === "draw") return byAsian;
      const what = perpetualOf(conduct[loserOf(result)].round as readonly Deed[]); // else it would not lose
      return asian === result ? [classes.forbidden.byBoth(what)] : [classes.forbidden.byChinese(what), ...byAsian];
    },
  };
}
