/** Files that scripts/traditional-chinese.ts makes of those in `zh-Hans`. */
declare module "*/zh-Hant/page.ts" {
  export const page: import("./dictionary.ts").Dictionary;
}
declare module "*/zh-Hant/rules.ts" {
  export const rules: import("./dictionary.ts").RulesWords;
}
declare module "*/zh-Hant/material.ts" {
  export const material: import("./dictionary.ts").MaterialPageWords;
}
declare module "*/zh-Hant/repetitions.ts" {
  export const repetitions: import("../../src/words/repetitions.ts").RepetitionWords;
}
