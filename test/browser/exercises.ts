/** Solving exercises on the page by their trees, as whoever knows them would. */
import type { Page } from "playwright-core";
import { readNode, type SolutionNode } from "../../src/play/studies/tree.ts";
import { click } from "./page.ts";

/** Presses a square, by whatever hand. */
type Hand = (square: string) => Promise<void>;

export async function playUci(page: Page, uci: string, hand: Hand = (square) => click(page, square)): Promise<void> {
  await page.locator("cg-board").waitFor();
  await hand(uci.slice(0, 2));
  await hand(uci.slice(2));
}

/** Waits for a move of the other side. */
export async function awaitReply(page: Page, uci: string): Promise<void> {
  const square = `.board [data-square="${uci.slice(2)}"]`;
  const man = ["Black", "Red", "黑", "红", "紅", "Đen", "Đỏ"].map((side) => `${square}[aria-label*="${side}"]`);
  await page.locator(man.join(", ")).first().waitFor({ state: "attached" });
}

/** Plays the best moves as far as the tree goes. @returns how many */
export async function playTree(
  page: Page,
  tree: readonly SolutionNode[],
  most = Infinity,
  hand?: Hand,
): Promise<number> {
  let moves = 0;
  for (let node: number | null = 0; node !== null && moves < most;) {
    const kept = readNode(tree[node]!);
    const { uci, reply, next } = kept.find(({ isBest }) => isBest)!;
    await playUci(page, uci, hand);
    moves++;
    if (reply !== null && moves < most) await awaitReply(page, reply);
    node = next;
  }
  return moves;
}
