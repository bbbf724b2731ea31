import type { Words } from "../../../src/say/words/en/game.ts";

/** The text of the rules (docs/rules.md tells them at more length). */
export const rules = {
  title: "The Asian rules 亚洲规则",
  intro:
    "Moves may not be repeated at will. At the third occurrence of a position the moves between its first and third are judged: nobody may check on every move, or chase one and the same man on every move, unless the other side does so too. Every diagram can be played through; what it shows is worked out from the rules as the tables use them.",
  sections: { b: "Check 将", c: "Chase 捉", d: "The verdict 判决" },
  /** A diagram without a move made yet. */
  start: "Play through the moves.",
  /** The Chinese rules beside the Asian ones. */
  chinese: {
    title: "The Chinese rules 中国规则",
    intro:
      "By the rules of the Chinese Xiangqi Association (edition of 2020) any unbroken mixture of check, threat of mate and chase by one side alone loses, whoever is chased. The two sets of rules side by side:",
    /** What is done for ever, and what comes of it by the Asian and by the Chinese rules. */
    rows: [
      ["Check on every move", "loses", "loses"],
      ["Check and threat of mate, or check and chase, in turn", "allowed", "loses"],
      ["A threat of mate on every move", "allowed", "loses"],
      ["Two men chased in turn", "allowed", "loses"],
      ["Chase against perpetual check", "the checker loses", "the checker loses"],
      ["Chase against chase", "draw", "draw, unless one side's chases are at least partly weak"],
      ["Which man is chased", "must be told apart", "does not matter"],
    ] satisfies [what: string, asian: string, chinese: string][],
    more: [
      "Every move is a check, a kill (it threatens to mate by checks), a chase, a weak chase (joint, or of a man that can be retaken) or idle. The least of a side's moves is its grade; the side with the higher grade loses, equal grades draw.",
      "What counts as a chase is disputed in hard cases. What holds under every reading is certain; where readings differ, the value is that of the default reading and marked so.",
      "The third choice has no rules on repetitions: every one is a draw.",
    ],
  },
  clauses: {
    b1: {
      title: "Check",
      text: "A move checks when after it the king could be captured, whichever man has moved: a man that steps aside checks as well as one that becomes a cannon's screen. Kings may never face each other, so a king never checks.",
    },
    c1: {
      title: "Chase",
      text: "A quiet move chases a man when after it this man could be taken for nothing, and before it could not. One move may chase several men. The man is chased, not its square: it stays the same man wherever it runs.",
    },
    c2: {
      title: "Soldiers at home are no targets",
      text: "A soldier that has not crossed the river may be attacked for ever. Across the river it is a man like others. Advisors and elephants are targets too.",
    },
    c3: {
      title: "Protection: true and false roots 真根、假根",
      text: "A protected man is not chased. Protected means: once it has been taken, some man, be it a king or a soldier, can legally take back. A protector that is pinned, or would expose its king, is a false root and protects nothing. One true root is enough, however many men attack; exchanges are not counted.",
    },
    c4: {
      title: "A chariot counts even when protected",
      text: "A chariot attacked by a horse or a cannon is chased, protected or not.",
    },
    c5: {
      title: "An offer of exchange is no chase 兑",
      text: "Where attacker and target are of one kind and the target may legally take the attacker, the attack offers an exchange. If the target is pinned and cannot take, it is a chase.",
    },
    c6: {
      title: "Kings and soldiers may chase",
      text: "An attack by a king or a soldier is never a chase, however long it goes on. But when a king or a soldier steps aside for another man's attack, it is that man that chases.",
    },
    c7: {
      title: "The capture must be legal",
      text: "An attacker that may not capture, because its own king would then stand in check, threatens nothing.",
    },
    c8: {
      title: "Only what is new",
      text: "A man that hung already before the move is not chased by it, not even by a second attacker. But a move that takes away a man's protection chases it, by whoever attacks it already.",
    },
    c9: {
      title: "A check is a check only",
      text: "A move that checks is judged as a check, whatever else it attacks.",
    },
    c10: {
      title: "Everything else is idle 闲",
      text: "Threats of mate, threats to win a man after a check, blocks, offers and sacrifices may be repeated freely.",
    },
    c11: {
      title: "A capture is no chase",
      text: "After a capture nothing can come back, so it counts as nothing.",
    },
    c12: {
      title: "Self-defence",
      text: "An attacker that stood still and could take its target before, only not for nothing, and that was itself really threatened, does not chase when its answer merely strips the target of protection. Here the cannon unmasked again and again chases the chariot; the chariot's side only answers.",
    },
    c13: {
      title: "Equal men are different men",
      text: "Two horses of one side are followed one by one. To chase one and then the other is allowed; to chase one that crosses its twin's path is not.",
    },
    d3: {
      title: "Perpetual check 长将",
      text: "Who checks on every move loses, whatever the other does, even if the other chases on every move. When both check on every move it is a draw.",
    },
    d4: {
      title: "Perpetual chase of one man 长捉",
      text: "Who chases one and the same man on every move loses, with whichever men. When both sides do so it is a draw.",
    },
    d5: {
      title: "Anything else is a draw 不变作和",
      text: "One move that neither checks nor chases that man clears a side. So do check and chase in turn, two men chased in turn, chases by kings and soldiers, and offers of exchange.",
    },
  },
};

export type RulesWords = Words<typeof rules>;
