/** The version of the program. It is stated in package.json, and nowhere else. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
