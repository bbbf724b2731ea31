/** A thread of the team in a browser; its name is its number. */
import { runTasks, type TeamWork } from "../../src/solve/vector/member.ts";

addEventListener("message", ({ data }: MessageEvent<TeamWork>) => postMessage(runTasks(data, Number(self.name))));
