/** A thread of the team in a browser; its name is its number. */
import { newMember, type TeamWork } from "../../src/solve/vector/member.ts";

const runTasks = newMember(Number(self.name));
addEventListener("message", ({ data }: MessageEvent<TeamWork>) => postMessage(runTasks(data)));
