/** What the API takes and gives: these schemas check requests and describe both in /api/v1/openapi.json. */
import { ORDERS, type Rules } from "../../table/format/header.ts";
import { z } from "@hono/zod-openapi";
import type { PerfectLine } from "../../play/line.ts";
import type { ProbeResult } from "../../query/probe.ts";
import type { ProofRecord } from "../../table/format/proof.ts";
import type { Statistics, TableSummary } from "../../query/statistics.ts";
import type { GradedJudgementJson, JudgementJson } from "../../say/judgement.ts";
import { METRICS, RULES, type Collection } from "../../table/catalog/catalog.ts";
import { EDITIONS } from "../../rules/chinese/edition.ts";
import { asked, integer } from "./parameters.ts";

/** About a thousand moves; the address of a request cannot be much longer. */
const MOST_MOVES_TEXT = 6000;

const FEN = "2bak4/4a4/4b4/9/9/9/9/4R4/9/4K4_w";

export const RulesSchema = z.enum(RULES).openapi({
  description:
    "`asian`: perpetual check and chase lose. `chinese`: any unbroken mixture of check, threat of mate and chase loses (edition of 2020). `none`: a repetition is a draw, whatever was repeated.",
});

export const OrdersSchema = z.enum(ORDERS).openapi({
  description: "How wins by forbidden perpetuals are numbered: as Fang does, or as chessdb.cn. Rules `asian` only.",
});

export const MetricSchema = z.enum(METRICS).openapi({
  description: "`dtc`: plies until the winner captures or mates. `dtm`: plies until mate or stalemate.",
});

const CollectionSchema = z.object({ rules: RulesSchema, metric: MetricSchema, orders: OrdersSchema });

/** The collection asked for; what is left out is that which the server takes for granted. */
export const collectionAsked = ({ rules, metric, orders }: Required<Collection>) => ({
  rules: RulesSchema.default(rules),
  metric: MetricSchema.default(metric),
  orders: OrdersSchema.default(orders),
});

/** For pages: browsers report a 404 as an error, though that something is missing may be nothing unusual. */
export const missingAsked = {
  missing: z
    .enum(["problem", "ok"])
    .default("problem")
    .openapi({ description: "`ok`: the problem that something is missing comes with the status 200." }),
};

export const collectionQuery = (defaults: Required<Collection>) =>
  asked({ ...collectionAsked(defaults), ...missingAsked });

/** The collections asked for: any that a member left out allows. */
export const CollectionsQuery = asked(CollectionSchema.partial().shape);

export const FenParam = z.string().max(300).openapi({
  description: "The board from Black's back rank on and the side to move; underscores count as blanks.",
  example: FEN,
});

const positionAsked = (defaults: Required<Collection>) => ({
  ...collectionAsked(defaults),
  ...missingAsked,
  fen: FenParam,
});

export const positionQuery = (defaults: Required<Collection>) => asked(positionAsked(defaults));

const moveLimit = integer(0, 10_000).optional().openapi({
  description:
    "The most plies without a capture, such as 120: answers then say in `limit` what it makes of them. 0, or left out: no limit.",
});

export const probeQuery = (defaults: Required<Collection>) => asked({ ...positionAsked(defaults), moveLimit });

/** Of `LineOptions`, as text. */
export const lineQuery = (defaults: Required<Collection>) =>
  asked({
    ...positionAsked(defaults),
    played: z.string().max(MOST_MOVES_TEXT).default("").openapi({
      description: "Moves made from the position, such as `e2e7`, apart by commas: the line goes on after them.",
      example: "e2d2,d9d8",
    }),
    seed: integer(0, Number.MAX_SAFE_INTEGER).optional().openapi({
      description: "The loser takes any of its equally good moves, by numbers that follow from this one.",
    }),
    plies: integer(1, 2000).default(2000).openapi({ description: "The most moves.", default: 2000 }),
  });

/** Positions of a request; its body holds hardly more. */
export const MOST_POSITIONS = 200;

export const positionsRequest = (defaults: Required<Collection>) =>
  asked({
    ...collectionAsked(defaults),
    positions: z.array(FenParam).min(1).max(MOST_POSITIONS),
    moveLimit: z.number().int().min(0).max(10_000).optional().openapi({ description: "As of one probe." }),
  });

/** Whatever may be repeated under the rules `none` is not judged. */
const JUDGING_RULES = ["asian", "chinese"] as const satisfies readonly Rules[];

export const movesQuery = ({ rules }: Collection) =>
  asked({
    rules: z
      .enum(JUDGING_RULES)
      .default(rules === "chinese" ? "chinese" : "asian")
      .openapi({ description: "By which rules to judge." }),
    edition: z
      .enum(EDITIONS)
      .optional()
      .openapi({ description: "Of the Chinese rules; that of 2020 where it is left out." }),
    fen: FenParam,
    moves: z.string().max(MOST_MOVES_TEXT).default("").openapi({
      description: "Moves such as `e2e7`, apart by commas, blanks or underscores.",
      example: "e2d2,d9d8",
    }),
    switches: z.string().max(200).default("").openapi({
      description: "Open points of the Asian rules to read the other way (docs/rules.md), apart by commas.",
      example: "checksMayChase",
    }),
  });

export const EndgameParam = z.object({
  name: z
    .string()
    .max(60)
    .openapi({
      param: { name: "name", in: "path" },
      description: "An endgame's name: any case, aliases, either colour first.",
      example: "KRKAABB",
    }),
});

export const category = z.enum(["win", "draw", "loss"]);
const plies = z.number().int();

/** A value to the side to move. */
export const valueMembers = {
  category,
  order: z.number().int().nullable().openapi({
    description: "0: by mate, stalemate or capture; r > 0: by a forbidden perpetual, of order r; null for a draw.",
  }),
  distance: plies.nullable().openapi({ description: "In plies; null for a draw." }),
  depends: z.literal(true).optional().openapi({
    description:
      "Under the rules `chinese`: it depends on what counts as a chase, and this is the value by the default reading. Left out where the value is certain.",
  }),
};

export const moveMembers = {
  uci: z.string().openapi({ example: "e2e7" }),
  wxf: z.string().openapi({ example: "R5+5" }),
  chinese: z.string().openapi({ example: "车五进五" }),
  capture: z.boolean(),
};

export const collectionMembers = { metric: MetricSchema, rules: RulesSchema };

export const kind = z.enum(["conversion", "check", "chase", "attack", "weak attack"]);

/** Whether the side to move has lost already. */
const endMembers = { checkmate: z.boolean(), stalemate: z.boolean() };

const limit = z.enum(["within", "next", "beyond", "unknown"]).nullable().optional().openapi({
  description:
    "What `moveLimit` makes of it, where it was asked about. `within`: won within it. `next`: the next capture, or mate, can be forced within it; what follows a capture is not known. `beyond`: none can be. `unknown`: the table does not tell. Null for a draw.",
});

export const ProbeSchema = z
  .object({
    fen: z.string(),
    endgame: z.string().openapi({ description: "In the position's own colours." }),
    ...collectionMembers,
    ...valueMembers,
    ...endMembers,
    kind: kind.nullable().openapi({
      description: "What decides: a conversion, or that the loser may not go on checking or chasing; null for a draw.",
    }),
    limit,
    moves: z
      .array(
        z.object({
          ...moveMembers,
          check: z.boolean(),
          ...valueMembers,
          ...endMembers,
          kind: kind.nullable(),
          best: z.boolean().openapi({ description: "No other move is better." }),
          limit,
        }),
      )
      .readonly()
      .openapi({
        description: "Best first. A move's category and distance are those of the position after it: the opponent's.",
      }),
  })
  .openapi("Probe") satisfies z.ZodType<ProbeResult>;

export const ProbesSchema = z.object({
  results: z.array(z.union([ProbeSchema, z.lazy(() => ProblemSchema)])).openapi({
    description: "Of each position in order: its values, or the problem with it.",
  }),
});

export const LineSchema = z
  .object({
    fen: z.string(),
    endgame: z.string(),
    ...collectionMembers,
    ...valueMembers,
    moves: z.array(z.object({ ...moveMembers, ...valueMembers })).readonly(),
    end: z.enum(["checkmate", "stalemate", "adjudicated", "bare", "repetition", "limit"]).openapi({
      description:
        "`adjudicated`: a perpetual decides the game. `bare`: nobody has attacking men. `repetition`: a drawn line came back.",
    }),
    verdict: z
      .object({ result: z.enum(["red-loss", "black-loss", "draw"]), reason: z.string() })
      .nullable()
      .openapi({ description: "On the repetition that ends an adjudicated line." }),
    finalFen: z.string(),
  })
  .openapi("Line") satisfies z.ZodType<PerfectLine>;

const result = z.enum(["red-loss", "black-loss", "draw"]);
const label = z.enum(["check", "kill", "chase", "idle"]).nullable();

export const JudgementSchema = z
  .object({
    fen: z.string(),
    moves: z
      .array(
        z.object({
          uci: z.string(),
          legal: z.boolean().openapi({ description: "An illegal move ends the list." }),
          check: z.boolean(),
          chases: z.array(z.string()).readonly().openapi({ description: "Squares of the men chased after the move." }),
        }),
      )
      .readonly(),
    result: result.nullable().openapi({
      description: "The verdict when a position has occurred for the third time or a side has no move; else null.",
    }),
    reason: z.string().nullable().openapi({ description: "The verdict in words." }),
  })
  .openapi("Judgement") satisfies z.ZodType<JudgementJson>;

const { moves: judgedMoves } = JudgementSchema.shape;

/** By the Chinese rules. */
export const GradedJudgementSchema = JudgementSchema.extend({
  moves: z
    .array(
      judgedMoves.unwrap().element.extend({
        label: label.openapi({ description: "What the move is by the default reading; null where it is illegal." }),
        narrow: label.openapi({ description: "Under every reading at least." }),
        wide: label.openapi({ description: "Under any reading at most." }),
        weak: z.boolean().openapi({ description: "A chase that is joint, or only of men that can be retaken." }),
      }),
    )
    .readonly(),
  certain: result.nullable().openapi({ description: "What holds under every reading; else null." }),
}).openapi("GradedJudgement") satisfies z.ZodType<GradedJudgementJson>;

const count = z.number().int();
const longest = plies.openapi({ description: "In plies; -1: there is none." });
const decidedMembers = { wins: count, losses: count, longestWin: longest, longestLoss: longest };

const SideSchema = z
  .object({
    positions: count,
    draws: count,
    ...decidedMembers,
    checkmated: count,
    stalemated: count,
    longestWinFen: z.string().nullable(),
    longestLossFen: z.string().nullable(),
  })
  .openapi("SideStatistics", {
    description: "Legal positions of the whole board with this side to move, mirror images counted separately.",
  });

const OrderSideSchema = z.object(decidedMembers);

const SurveySchema = z
  .object({
    onlyWinningMoves: z.object({ red: count, black: count }).openapi({
      description: "By the side to move: positions that it wins, but by one move only.",
    }),
    zugzwangs: z.object({ both: count, red: count, black: count }).openapi({
      description: "Whoever moves is lost (both); or this side loses if it has to move, and the other one only draws.",
    }),
  })
  .openapi("Survey", { description: "What a proof counted on its way: positions of the whole board." });

const stated = z.literal(true).optional();

const ProofSchema = z
  .object({
    endgame: z.string(),
    sha256: z.string().openapi({ description: "Of the file that was proven." }),
    sum: z.string().optional().openapi({ description: "Its content sum: any file that has it holds the same values." }),
    outcomeSum: z
      .string()
      .optional()
      .openapi({ description: "The sum over its outcomes: that of tables of outcomes." }),
    date: z.string().openapi({ description: "When the proof was finished: ISO 8601, UTC." }),
    checked: z.string().optional().openapi({ description: "When its bytes were compared with the SHA-256 since." }),
    version: z.string().openapi({ description: "Of the program that made it." }),
    seconds: z.number(),
    positions: count.openapi({ description: "Positions compared; of a position and its mirror image one." }),
    checks: z.array(z.enum(["checksums", "values", "levels", "statistics"])).readonly(),
    survey: SurveySchema.optional(),
    inputs: z
      .array(z.object({ name: z.string(), sha256: z.string(), sum: z.string().optional() }))
      .readonly()
      .openapi({
        description: "The tables whose values the proof took for granted.",
      }),
    stated: stated.openapi({
      description:
        "The record came with the file, or is of the file whose SHA-256 this one states: neither was proven, or compared, on this machine.",
    }),
    parts: z
      .array(z.object({ name: z.string(), key: z.string() }))
      .readonly()
      .optional()
      .openapi({ description: "Who has done parts of a proof that was shared out: names and public keys." }),
  })
  .openapi("Proof", {
    description: "What `canju verify` found when the table passed every check.",
  }) satisfies z.ZodType<ProofRecord>;

const verified = ProofSchema.nullable().openapi({
  description: "When and how this table was proven; null: it was not, or something was done to its file since.",
});

const sum = z.string().nullable().openapi({
  description: "The content sum: the same for the same values, however they are stored; null: not known.",
});

const sumStated = z.literal(true).optional().openapi({
  description: "The sum is what the file states: nobody has computed it from the values on this machine.",
});

const contributed = z
  .array(
    z
      .object({
        name: z.string().openapi({ description: "Whose key it is, as the owner of the store says." }),
        key: z.string().openapi({ description: "The raw public key of Ed25519, in hexadecimal." }),
        date: z.string().openapi({ description: "When the proof was finished, as its maker says: ISO 8601, UTC." }),
        version: z.string().openapi({ description: "Of the program that made it." }),
        stated: stated.openapi({
          description: "It is of the file whose SHA-256 this one states: its bytes were not compared on this machine.",
        }),
      })
      .openapi("Contribution"),
  )
  .readonly()
  .optional()
  .openapi({
    description:
      "Signed proofs of these values by others, of those whom the owner of a fleet's store trusts; only for tables of a store.",
  });

const figures = {
  endgame: z.string(),
  ...collectionMembers,
  red: SideSchema,
  black: SideSchema,
  orders: z
    .array(
      z.object({
        order: count,
        kind,
        red: OrderSideSchema,
        black: OrderSideSchema,
      }),
    )
    .readonly(),
  survey: SurveySchema.optional(),
};

const fenOrNull = z.string().nullable();
const TypicalSchema = z.object({ win: fenOrNull, draw: fenOrNull, loss: fenOrNull }).openapi("TypicalPositions", {
  description:
    "A position such as manuals of practical endgames show, in FEN, by what it is for the side to move; null where there is none.",
});

export const AtlasRecordSchema = z
  .object({
    ...figures,
    typical: z
      .object({ red: TypicalSchema, black: TypicalSchema })
      .optional()
      .openapi({ description: "For each side to move; left out where the atlas does not have them." }),
    outcomeSum: z.string().optional().openapi({
      description:
        "The sum over the outcomes of all legal positions, 32 hexadecimal digits; left out where the atlas does not have it.",
    }),
    cells: count.openapi({ description: "Of its table, for each side to move." }),
    sum: z.string().openapi({ description: "The content sum of the table that was proven." }),
    proof: z.object({ version: z.string(), checks: z.array(z.string()).readonly() }),
  })
  .openapi("AtlasRecord") satisfies z.ZodType<Statistics>;

export const StatisticsSchema = z
  .object({
    ...figures,
    bytes: z.number().int().openapi({ description: "Size of the table file." }),
    sha256: z.string().openapi({ description: "Of the file without its two checksum fields; also its entity tag." }),
    file: z.string().openapi({ description: "Where the table file lies on this server." }),
    verified,
    sum,
    sumStated,
    contributed,
  })
  .openapi("Statistics") satisfies z.ZodType<Statistics>;

const TableSummarySchema = z
  .object({
    endgame: z.string(),
    ...collectionMembers,
    orders: OrdersSchema.nullable().openapi({
      description: "How orders are numbered; null for rules other than `asian`.",
    }),
    bytes: z.number().int(),
    sha256: z.string(),
    file: z.string(),
    verified,
    sum,
    sumStated,
    contributed,
    red: SideSchema,
    black: SideSchema,
  })
  .openapi("TableSummary") satisfies z.ZodType<TableSummary>;

const OutcomeTableSchema = z
  .object({
    endgame: z.string(),
    rules: z.string(),
    metric: z.string(),
    orders: z.string().nullable(),
    bytes: z.number().int(),
    sha256: z.string(),
    sum: z.string().openapi({ description: "Over its outcomes, as it states it: compare with the atlas." }),
    file: z.string().openapi({ description: "Where the file is." }),
  })
  .openapi("OutcomeTable");

export const TablesSchema = z
  .object({
    tables: z.array(TableSummarySchema),
    outcomes: z.array(OutcomeTableSchema).openapi({ description: "Tables of outcomes alone, for searches." }),
    collection: CollectionSchema.openapi({ description: "What this server takes for granted in other requests." }),
    damaged: z.array(z.object({ file: z.string(), problem: z.string() })).openapi({
      description: "Files in the folder that are not served, and why.",
    }),
    scrubbed: z
      .object({
        files: z.number().int(),
        bytes: z.number().int(),
        damaged: z.number().int().openapi({ description: "In the last round, or in this one so far." }),
        finished: z.string().nullable().openapi({ description: "When the last round over all files ended." }),
      })
      .openapi({ description: "What comparing files with their SHA-256 found since the server was started." }),
  })
  .openapi("Tables");

export const HealthSchema = z.object({ status: z.literal("ok"), version: z.string() }).openapi("Health");

export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().openapi({ description: "One plain line." }),
    code: z.string().openapi({ description: "A stable word for programs.", example: "missing-table" }),
    endgame: z.string().optional().openapi({ description: "The endgame without a table, or with a damaged one." }),
    rules: RulesSchema.optional(),
    metric: MetricSchema.optional(),
    estimatedBytes: z.number().optional().openapi({ description: "How large its table would be." }),
  })
  .openapi("Problem", { description: "RFC 9457 problem details." });

export type ProblemBody = z.infer<typeof ProblemSchema>;
