/** What /api/v1/explain gives. */
import { z } from "@hono/zod-openapi";
import type { Explanation } from "../../play/explanation.ts";
import { category, collectionMembers, kind, moveMembers, valueMembers } from "./schemas.ts";

const count = z.number().int();
const colour = z.enum(["red", "black"]);
const clause = z.enum(["c2", "c3", "c4", "c5", "c6", "c7"]);

const label = z.enum(["check", "kill", "chase", "idle"]);
const result = z.enum(["red-loss", "black-loss", "draw"]);

const NamesSchema = z.object(moveMembers).omit({ capture: true });

const ManSchema = z.object({
  colour,
  role: z.enum(["king", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"]),
  square: z.string().openapi({ example: "e4" }),
});
const men = z.array(ManSchema).readonly();

const ChaseSchema = z.object({
  capturer: ManSchema,
  target: ManSchema,
  clause: clause.openapi({
    description:
      "Why the target could be taken for nothing: c3 unprotected, c4 a chariot, c5 of the capturer's kind but unable to take it.",
  }),
  falseRoots: men.openapi({ description: "Men that only seem to protect the target." }),
  before: clause.nullable().openapi({
    description: "The clause that stood against the capture before the move; null where there was no attack.",
  }),
});

const deedMembers = {
  ...moveMembers,
  check: z.boolean(),
  checkers: men,
  chases: z.array(ChaseSchema).readonly().openapi({ description: "By the Asian rules." }),
  label: z
    .object({
      label,
      weak: z.boolean(),
      narrow: label,
      wide: label,
      reasons: z.array(z.string()).readonly().openapi({ description: "Why, in English." }),
    })
    .optional()
    .openapi({
      description:
        "By the Chinese rules: what the move is by the default reading, and under every reading at least and at most.",
    }),
};

const AttemptSchema = z
  .object({
    ...deedMembers,
    ...valueMembers,
    outcome: z.enum(["repeats", "loses", "perpetual", "draws"]).openapi({
      description:
        "`repeats`: one more move of the same repetition. `loses`: the opponent mates or converts. `perpetual`: the opponent wins by a forbidden perpetual of the order given. `draws`: a draw elsewhere.",
    }),
    kind: kind.nullable(),
  })
  .openapi("Attempt");

const ExplainedMoveSchema = z
  .object({
    ...deedMembers,
    mover: colour,
    attempts: z.array(AttemptSchema).readonly().nullable().openapi({
      description: "Every other legal move; its value is that of the position after it. Null for moves not forced.",
    }),
  })
  .openapi("ExplainedMove");

const ConductSchema = z.object({
  moves: count,
  checks: count,
  chased: z
    .array(z.object({ man: ManSchema, times: count }))
    .readonly()
    .openapi({ description: "By where they stand at the start of the cycle." }),
});

const AsianVerdictSchema = z.object({
  result,
  clause: z.enum(["d3", "d4", "d5"]),
  conduct: z.object({ red: ConductSchema, black: ConductSchema }).openapi({
    description: "What each side does in two rounds.",
  }),
  reason: z.string(),
});

const grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const GradesSchema = z.object({
  moves: count,
  round: z
    .array(z.enum(["check", "kill", "chase", "weak", "idle"]))
    .readonly()
    .openapi({ description: "What the moves are, in order: `check, kill` where one follows the other for ever." }),
  counts: z
    .tuple([count, count, count, count])
    .readonly()
    .openapi({ description: "How many moves are idle, weak chases, kills or chases, and checks." }),
  grade: grade.openapi({ description: "The least class among the moves: the side with the higher one loses." }),
});

const ChineseVerdictSchema = z.object({
  result,
  certain: result.nullable().openapi({ description: "What holds under every reading of what a chase is; else null." }),
  grades: z.object({ red: GradesSchema, black: GradesSchema }),
  asian: result.openapi({ description: "What the Asian rules say of the same cycle." }),
  reason: z.string(),
});

export const ExplanationSchema = z
  .object({
    fen: z.string(),
    endgame: z.string(),
    ...collectionMembers,
    ...valueMembers,
    kind: kind.nullable(),
    switches: z
      .object({
        checksMayChase: z.boolean(),
        newnessPerAttacker: z.boolean(),
        suspendedIsNew: z.boolean(),
        minorsChaseProtected: z.boolean(),
      })
      .openapi({ description: "How the rules' open points stand in the table." }),
    edition: z.enum(["2020", "1999"]).optional().openapi({ description: "Of the Chinese rules." }),
    subject: z.enum(["perpetual", "repetition", "nothing"]).openapi({
      description:
        "`perpetual`: the loser must go on with what is forbidden. `repetition`: drawn because moves must be repeated. `nothing`: no repetition decides, or none was found within the limit.",
    }),
    loser: colour.nullable(),
    bound: z.array(colour).readonly().openapi({ description: "Sides that hold the draw by checks and chases only." }),
    confinedTo: count.nullable().openapi({
      description: "How many positions the game can still be in, where whoever leaves them loses.",
    }),
    approach: z.array(ExplainedMoveSchema).readonly().openapi({ description: "Perfect play to the cycle." }),
    cycle: z
      .object({
        fen: z.string(),
        moves: z.array(ExplainedMoveSchema).readonly(),
        verdict: z.union([AsianVerdictSchema, ChineseVerdictSchema]).openapi({
          description: "By the rules of the table.",
        }),
      })
      .nullable(),
    byAsian: z
      .object({
        category,
        move: NamesSchema.nullable().openapi({
          description:
            "The first move that the loser would rather make than what the Chinese rules force it to; null where it need not.",
        }),
        after: z.array(NamesSchema).readonly().openapi({ description: "What both sides play before it." }),
      })
      .optional()
      .openapi({
        description:
          "Of a perpetual by the Chinese rules: what the Asian ones make of the position, where that is another result and their tables are here.",
      }),
    limit: z.object({ positions: count, plies: count, reached: z.boolean() }).openapi({
      description: "The most that is explored and played, and whether it was not enough.",
    }),
  })
  .openapi("Explanation") satisfies z.ZodType<Explanation>;
