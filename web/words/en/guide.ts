import type { Words } from "../../../src/say/words/en/game.ts";

/** Instructions, sources and thanks; what words and signs mean; the card of a first visit. */
export const guide = {
  title: "Instructions, sources and thanks",
  terms: {
    title: "What the words and signs mean",
    items: [
      ["ply, move", "A ply is one side's turn. The winner's moves are counted beside it: 5 plies are 3 moves."],
      [
        "conversion",
        "Until the winner takes a man for good or mates. After a capture another endgame decides, with a count of its own.",
      ],
      [
        "order",
        "0: mate, stalemate or a capture decides. 1 and more: so many times the loser is forced to go on with what the rules forbid: checks or chases for ever, under the Chinese rules any mixture of checks, threats of mate and chases.",
      ],
      [
        "mutual zugzwang",
        "A position in which either side would rather not move: whoever moves loses; or one side loses if it moves, and the other then only draws.",
      ],
      [
        "top, low, bottom soldier",
        "By how far it has come: a top soldier is not past the other side's soldier line, a low one on the two ranks beyond, a bottom one on the last.",
      ],
      ["quiet position", "Nobody attacks a man of the other side, kings included: nothing is taken at once."],
      [
        "★",
        "The move that perfect play makes here. Others may be as good: they stand in the same group with the same count.",
      ],
      ["×  +", "The move captures; it gives check."],
      ["⊕", "The move chases: it threatens to take a man for nothing. Pointing at it says which."],
      [
        "file, rank",
        "Where a man stands: files are counted from Red's right, as Red's edge of the board has them, and ranks from Red's side.",
      ],
      ["exact", "Every value comes from a table that follows all play to its end. What is only estimated says so."],
    ] satisfies [term: string, meaning: string][],
  },
  card: {
    title: "Every move of an endgame, worked out to its end",
    steps: [
      "Make a move on the board, or choose one from the list: each says whether it wins, draws or loses, and how soon.",
      "“Set up” takes your own position: drag men, or paste a FEN or a link.",
      "“Play” lets you try it against an opponent that makes no mistakes.",
    ],
    more: "Instructions",
    dismiss: "Got it",
  },
  sections: [
    {
      title: "Looking up",
      lines: [
        "The line above the moves says who wins and in how many plies. Moves stand in groups: winning, drawing, losing, and what decides after them.",
        "Any move may be typed, in Chinese (炮二平五), WXF (C2=5), ICCS or UCI. “Play the line” plays perfect moves for both sides.",
        "The eye hides the values, to think first. Where a forbidden repetition decides, “Why?” shows the cycle and what comes of every way out of it.",
        "Where no table knows the position, its captures into solved endgames are shown exactly, an estimate by its men and, when asked, an engine’s opinion as what they are.",
      ],
    },
    {
      title: "Setting up and playing",
      lines: [
        "A man is picked and put down by tapping, or dragged; off the board it is gone. What cannot occur in a game is marked with the reason.",
        "Against the tables you may take moves back and ask for hints. A challenge is a random position of an endgame, to be won or held; every move is scored.",
      ],
    },
    {
      title: "Games and pictures",
      lines: [
        "“Open a game” reads PGN, DhtmlXQ, XQF, CBR, CBL and moves in any notation; pasting anywhere on the page and dropping files do the same. “Review the game” compares it with the tables: a strip shows who wins when, and what was given away; about the rest it asks an engine, if you wish, and marks that as opinion.",
        "What is played beside a line becomes a variation; “Annotate” adds signs and remarks. A game leaves as text, PGN, DhtmlXQ, a link or a moving picture, a position as SVG or PNG, either as a frame for another site.",
      ],
    },
    {
      title: "Studies",
      lines: [
        "Positions with one way to win, found in the tables, and positions of old books, to be solved on the board without any table; one is that of the day. In positions with more than four attacking men every move is looked at by the prover as it is made, up to mate. What was failed comes back after some days.",
      ],
    },
    {
      title: "Endgames",
      lines: [
        "They are found by letters (KRKN) or in Chinese (车对马), or by picking men. Each has a page: how it ends, how long it takes, its longest wins, its file and its proof. Below the list the whole atlas can be taken away, as CSV or JSON.",
        "One that is missing is built by the server or in the browser while you wait, unless it is too large. Tables of whole endgames are offered for at most four attacking men: chariots, horses, cannons, soldiers.",
        "A win that is proven without a table can be saved as a file. `canju check FILE` replays it; so does the short program check-proof.py of the examples, which was written from the specification alone.",
      ],
    },
    {
      title: "Rules",
      lines: [
        "The rules are chosen beside the values: the Asian ones, the Chinese ones, or that every repetition is a draw. Values, verdicts, matches and builds all follow them.",
        "The Asian rules: who checks for ever, or chases one man for ever, loses; if both do, it is a draw. The Chinese rules: who alone goes on checking, threatening mate or chasing, in whatever mixture, loses; if both do, their grades decide. A side without a legal move has lost. No limit of moves counts.",
      ],
      more: "compared" as const,
    },
    {
      title: "Without a connection",
      lines: [
        "The page opens offline, with what was looked up before and with the endgames that were built in this browser or kept by the button on their pages. An engine that was asked once is there as well.",
      ],
    },
  ],
  programs: {
    title: "For programs",
    /** Before its address; an export answers nobody. */
    api: "A server with this page answers programs as well, as this describes:",
    tables:
      "Each endgame’s page has its table as a file, which programs read in C, Python, Rust and JavaScript; “canju uci” is an engine that knows them.",
  },
  sources: {
    title: "Sources",
    items: [
      "Haw-ren Fang, The Nature of Retrograde Analysis for Chinese Chess: how perpetual checks and chases decide.",
      "Bo-Nian Chen, Pangfeng Liu, Shun-Chin Hsu and Tsan-sheng Hsu, Knowledge Inferencing on Chinese Chess Endgames: what material is worth.",
      "Nathan R. Sturtevant and Abdallah Saffidine, A Study of Forward versus Backward Endgame Solvers.",
      "Jih-tung Pai, Chinese Chess Endgame Databases Query System: the way values and moves are listed.",
      "Xu Zhi, 适情雅趣 Shiqing yaqu (1570): positions among the studies, from the project xiangqi-tools by Careone (BSD licence), which gives no verdicts: the last volume is said to hold the draws, from no. 469 on by the titles; all values are the tables'.",
      "梦入神机 Mengru shenji, 烂柯神机 Lanke shenji and 橘中秘 Juzhong mi: names and positions of Red's wins among the studies, from the project ChessQ by Walker Li (GPL); what is proven of them is the prover's.",
    ],
  },
  thanks: {
    title: "Thanks",
    items: [
      "To Jih-tung Pai, whose query system has shown players exact endgames for many years; its codes and addresses work here.",
      "To the authors of Fairy-Stockfish, which gives its opinion where no table knows.",
      "To all who write the free software that this page is made of: the licences name them.",
    ],
  },
};

export type GuideWords = Words<typeof guide>;
