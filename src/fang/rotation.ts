/** Whose turn it is to be spared: the opponent's men, in the order of who has waited longest for a move not chasing it. */
export type Rotation = readonly number[];

/** After a move with these labels: the men it did not chase go to the end. */
export function rotate(waiting: Rotation, labels: number): Rotation {
  const isChased = (man: number) => (labels & (2 ** man)) !== 0;
  return [...waiting.filter(isChased), ...waiting.filter((man) => !isChased(man))];
}
