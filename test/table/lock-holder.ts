/** Takes the lock of the build of a table, says so, and keeps it: `node lock-holder.ts PATH ENDGAME`. */
import { Locks } from "../../src/base/node/locks.ts";

const [, , path, endgame] = process.argv;
await new Locks().take(path!, endgame!, "build");
console.log("taken");
setInterval(() => {}, 1000);
