/** What the bundler takes in beside TypeScript. */

/** The program's, as package.json has it. */
declare const CANJU_VERSION: string;

/** The address of a file that the bundler takes in. */
declare module "*?url" {
  const url: string;
  export default url;
}
/** The same, and never the file itself within the address. */
declare module "*?url&no-inline" {
  const url: string;
  export default url;
}
declare module "*.css";

// Files that scripts/traditional-chinese.ts makes of those in `zh-Hans`.
declare module "*/zh-Hant/page.ts" {
  export const page: import("./words/en/page.ts").Dictionary;
}
declare module "*/zh-Hant/rules.ts" {
  export const rules: import("./words/en/rules.ts").RulesWords;
}
declare module "*/zh-Hant/guide.ts" {
  export const guide: import("./words/en/guide.ts").GuideWords;
}
declare module "*/zh-Hant/atlas.ts" {
  export const atlas: import("./words/en/atlas.ts").AtlasWords;
}
declare module "*/zh-Hant/compared.ts" {
  export const compared: import("./words/en/compared.ts").ComparedWords;
}
declare module "*/zh-Hant/outside.ts" {
  export const outside: import("./words/en/outside.ts").OutsideWords;
}
declare module "*/zh-Hant/material.ts" {
  export const material: import("./words/en/material.ts").MaterialPageWords;
}
declare module "*/zh-Hant/games.ts" {
  export const games: import("./words/en/games.ts").GamesWords;
}
declare module "*/zh-Hant/share.ts" {
  export const share: import("./words/en/share.ts").ShareWords;
}
declare module "*/zh-Hant/studies.ts" {
  export const studies: import("./words/en/studies.ts").StudiesWords;
}
declare module "*/zh-Hant/course.ts" {
  export const course: import("./words/en/course.ts").CourseWords;
}
declare module "*/zh-Hant/repetitions.ts" {
  export const repetitions: import("../src/say/words/repetitions.ts").RepetitionWords;
}
declare module "*/zh-Hant/classes.ts" {
  export const classes: import("../src/say/words/classes.ts").ClassWords;
}

/** What of gifenc the page uses; it comes without types. Pixels are RGBA, four bytes each; a colour is three. */
declare module "gifenc" {
  type Palette = number[][];
  export function quantize(pixels: Uint8ClampedArray, most: number): Palette;
  /** The place in the palette of each pixel. */
  export function applyPalette(pixels: Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette?: Palette;
        /** Milliseconds. */
        readonly delay: number;
        readonly transparent?: boolean;
        readonly transparentIndex?: number;
        /** 1: the next frame is drawn over this one. */
        readonly dispose?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
