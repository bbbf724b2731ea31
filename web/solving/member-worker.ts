/** A thread of the team in a browser; its name is its number. First it gets the files of the build's shelves, then work. */
import { newMember, type TeamResult, type TeamWork } from "../../src/solve/host/member.ts";
import { Shelves } from "./shelves.ts";

/** To the first message there is no result. */
export type MemberReply = { readonly result: TeamResult | null } | { readonly error: Error; readonly code?: string };

let runTasks: ReturnType<typeof newMember> | undefined;

async function answer(data: readonly FileSystemFileHandle[] | TeamWork): Promise<TeamResult | null> {
  if ("tasks" in data) return runTasks!(data);
  runTasks = newMember(Number(self.name), (await Shelves.open(data, true)).openOther);
  return null;
}

addEventListener("message", ({ data }: MessageEvent<readonly FileSystemFileHandle[] | TeamWork>) => {
  answer(data).then(
    (result) => postMessage({ result } satisfies MemberReply),
    (error: Error & { code?: string }) => postMessage({ error, code: error.code } satisfies MemberReply),
  );
});
