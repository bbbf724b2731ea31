/** How hard a study is. */

export interface Difficulty {
  /** Moves as `h2e2`, one behind the other. */
  readonly solution: string;
  /** Moves that look good and fail. */
  readonly tries: number;
  /** Legal moves to begin with. */
  readonly legal: number;
  /** Whether the first move neither takes nor checks. */
  readonly isQuiet: boolean;
}

/** The highest score of each grade but the last. */
const GRADES = [5, 8, 11, 15] as const;

/** From 1, easy, to 5: the longer, the more moves to choose from, and the quieter the first one, the harder. */
export function gradeOf({ solution, tries, legal, isQuiet }: Difficulty): number {
  const moves = Math.ceil(solution.length / 8);
  const score = Math.min(moves, 10) + legal / 10 + tries / 3 + (isQuiet ? 3 : 0);
  const grade = GRADES.findIndex((most) => score <= most);
  return grade < 0 ? GRADES.length + 1 : grade + 1;
}
