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
declare module "*/zh-Hant/files.ts" {
  export const files: import("./words/en/files.ts").Files;
}
declare module "*/zh-Hant/page.ts" {
  export const page: import("./words/en/page.ts").Dictionary;
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
