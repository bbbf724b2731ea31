/** Distance to conversion: until the winner captures or mates. Distance to mate: until mate or stalemate. */
export type Metric = "dtc" | "dtm";
/**
 * What a position is worth to the side to move: a draw, or a win or loss of some order in some plies.
 * Fits 32 bits: 0 is a draw, everything else `order * 65536 + distance + 1`. With DEPENDS added it is what the default reading of
 * the rules gives, and other readings may give something else.
 */
export type Value = number;

/** A value without order and distance. */
export type Category = "win" | "draw" | "loss";

/** What an outcome is worth to the side to move, and negated to the other. */
export const WORTH: Readonly<Record<Category, number>> = { win: 1, draw: 0, loss: -1 };

/** The value of a draw that is certain. */
export const DRAW: Value = 0;

/** Bit 31. What it is added to is not certain (docs/rules.md). */
export const DEPENDS = 2 ** 31;

/** The longest distance a value can hold, in plies. */
export const MAX_DISTANCE = 65_534;
/** The highest order a value can hold. */
export const MAX_ORDER = 32_767;

const STEP = 65_536;

/**
 * A decided value.
 * @param order 0 by mate, stalemate or conversion; r > 0 by forcing a forbidden perpetual, of order r
 * @param distance in plies; odd: the side to move wins, even: it loses
 */
export function makeValue(order: number, distance: number): Value {
  return order * STEP + distance + 1;
}

/** Whether a number is a value. */
export function isValue(number: number): boolean {
  return number >= 0 && number < 2 * DEPENDS && (isDraw(number) || distanceOf(number) <= MAX_DISTANCE);
}

/** Whether a value is a draw, certain or by the default reading. */
export function isDraw(value: Value): boolean {
  return value === DRAW || value === DEPENDS;
}

/** Whether readings of the rules differ about a position, so that its value is that of the default reading. */
export function isDependent(value: Value): boolean {
  return value >= DEPENDS;
}

/** The value by the default reading, whether or not it is certain. */
export function byDefault(value: Value): Value {
  return value >= DEPENDS ? value - DEPENDS : value;
}

/** The order of a decided value. Meaningless for draws. */
export function orderOf(value: Value): number {
  const decided = byDefault(value);
  return (decided - 1 - ((decided - 1) % STEP)) / STEP;
}

/** The distance of a decided value in plies. Meaningless for draws. */
export function distanceOf(value: Value): number {
  return (value - 1) % STEP;
}

/** Whether a value is won for the side to move, whatever its order; by the default reading where it depends on one. */
export function isWin(value: Value): boolean {
  return value % 2 === 0 && !isDraw(value);
}

/** Whether a value is lost for the side to move, whatever its order; by the default reading where it depends on one. */
export function isLoss(value: Value): boolean {
  return value % 2 === 1;
}

/** What a value is for the side to move; by the default reading where it depends on one. */
export function categoryOf(value: Value): Category {
  return isDraw(value) ? "draw" : isLoss(value) ? "loss" : "win";
}

/** The value of a position from that of the position after its best quiet move. */
export function valueBefore(after: Value): Value {
  return isDraw(after) ? after : after + 1;
}

/**
 * Positive when the side to move prefers `a`: a win (the sooner the better), a draw, a loss (the later the better). What is
 * certain decides sooner than what depends on a reading. Files list values in this order.
 */
export function compareValues(a: Value, b: Value): number {
  const rank = (value: Value) => (isWin(value) ? 1 : isLoss(value) ? -1 : 0);
  return rank(a) - rank(b) || (isWin(a) ? b - a : a - b);
}

/** The same for whoever chooses among moves: a draw that is certain comes before one that depends on a reading. */
export function compareChoices(a: Value, b: Value): number {
  return isDraw(a) && isDraw(b) ? b - a : compareValues(a, b);
}

/**
 * What stands for all values of an outcome in outcome tables: lost, lost by order, drawn, won by order, won; and the same of what
 * depends. In the order of `compareValues`.
 */
export function outcomeValue(value: Value): Value {
  if (isDraw(value)) return value;
  const order = Math.min(orderOf(value), 1);
  const outcome = makeValue(order, isLoss(value) ? 0 : 1);
  return isDependent(value) ? DEPENDS + outcome : outcome;
}

/** Whether a list holds outcomes alone, each once, in ascending order for the side to move. */
export function isOutcomeList(list: readonly Value[]): boolean {
  return list.every((value, code) => {
    return outcomeValue(value) === value && (code === 0 || compareValues(list[code - 1]!, value) < 0);
  });
}

/** A value in words, to the side to move. A draw has neither order nor distance. */
export interface NamedValue {
  readonly category: Category;
  readonly order: number | null;
  /** In plies. */
  readonly distance: number | null;
  /** Under the Chinese rules: it is so by the default reading of what a chase is, and other readings may differ. */
  readonly depends?: true;
}

/** A value as names and numbers; order and distance are null for a draw. */
export function nameValue(value: Value): NamedValue {
  const depends = isDependent(value) ? ({ depends: true } as const) : {};
  if (isDraw(value)) return { category: "draw", order: null, distance: null, ...depends };
  return { category: categoryOf(value), order: orderOf(value), distance: distanceOf(value), ...depends };
}

/**
 * What a move makes of the mover's position.
 * Distance to conversion ends at the winner's capture, so that counts 1 whatever follows it; a loser's capture only
 * hastens the end and counts 0. Distance to mate counts on. A capture that decides is of order 0 whatever the order of
 * what follows, since that is a perpetual of another endgame.
 * @param after the value of the position after the move, to the opponent
 */
export function valueOfMove(metric: Metric, capture: boolean, after: Value): Value {
  if (isDraw(after)) return after;
  const depends = isDependent(after) ? DEPENDS : 0;
  if (capture && metric === "dtc") return depends + (isLoss(after) ? makeValue(0, 1) : makeValue(0, 0));
  return depends + makeValue(capture ? 0 : orderOf(after), distanceOf(after) + 1);
}
