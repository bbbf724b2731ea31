import { defineConfig } from "oxlint";

/** What rests on what is not looked at here but by scripts/house.ts. */
export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import"],
  categories: { correctness: "error", suspicious: "error" },
  options: { denyWarnings: true },
  rules: {
    "unicorn/no-new-array": "off", // lists of known length in hot code
    "unicorn/no-array-sort": "off", // mostly on arrays made a moment before
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off", // a helper may live where it is used
    "import/no-named-as-default-member": "off", // fast-check is used as fc.*
    "import/no-unassigned-import": "off", // style sheets
  },
  ignorePatterns: ["/build", "/dist", "/data"],
  overrides: [
    {
      files: ["{src,web}/**", "packages/*/src/**"],
      excludeFiles: ["**/kernel/assembly/**"],
      rules: { "max-lines-per-function": ["error", { max: 90 }] },
    },
  ],
});
