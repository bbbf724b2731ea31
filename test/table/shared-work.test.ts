import { expect, it } from "vitest";
import { SharedWork } from "../../src/base/shared-work.ts";

function pieceOfWork() {
  const starts: { signal: AbortSignal; finish: (result: string) => void; fail: (error: unknown) => void }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      starts.push({ signal, finish, fail });
      signal.addEventListener("abort", () => fail(signal.reason));
    });
  return { starts, start };
}

it("does the same work once for all who ask while it runs, and again afterwards", async () => {
  const { starts, start } = pieceOfWork();
  const work = new SharedWork<string, string>();
  const both = [work.run("a", start), work.run("a", start, new AbortController().signal)];
  const other = work.run("b", start);
  expect(starts.length).toBe(2);
  starts[0]!.finish("one");
  starts[1]!.finish("two");
  expect(await Promise.all([...both, other])).toEqual(["one", "one", "two"]);
  void work.run("a", start);
  expect(starts.length).toBe(3);
});

it("stops when all have given up; who comes then starts it anew", async () => {
  const { starts, start } = pieceOfWork();
  const work = new SharedWork<string, string>();
  const controllers = [new AbortController(), new AbortController()];
  const asked = controllers.map(({ signal }) => work.run("a", start, signal));
  const failures = Promise.allSettled(asked);
  controllers[0]!.abort("first");
  expect(starts[0]!.signal.aborted).toBe(false);
  controllers[1]!.abort("second");
  expect(starts[0]!.signal.aborted).toBe(true);
  expect((await failures).map((each) => each.status === "rejected" && each.reason)).toEqual(["first", "second"]);
  const again = work.run("a", start);
  expect(starts.length).toBe(2);
  starts[1]!.finish("there");
  expect(await again).toBe("there");
});

it("goes on for who cannot give up, and fails for all alike", async () => {
  const { starts, start } = pieceOfWork();
  const work = new SharedWork<string, string>();
  const controller = new AbortController();
  const asked = [work.run("a", start), work.run("a", start, controller.signal)];
  const failures = Promise.allSettled(asked);
  controller.abort("given up");
  expect(starts[0]!.signal.aborted).toBe(false);
  starts[0]!.fail("broken");
  expect((await failures).map((each) => each.status === "rejected" && each.reason)).toEqual(["broken", "given up"]);
  await expect(work.run("a", start, AbortSignal.abort("too late"))).rejects.toBe("too late");
  expect(starts.length).toBe(1);
});

it("keeps results if told to, but no failures, until they are forgotten", async () => {
  const { starts, start } = pieceOfWork();
  const work = new SharedWork<string, string>({ keep: true });
  const failed = work.run("a", start);
  starts[0]!.fail("broken");
  await expect(failed).rejects.toBe("broken");
  const asked = work.run("a", start);
  starts[1]!.finish("kept");
  expect([await asked, await work.run("a", start), starts.length]).toEqual(["kept", "kept", 2]);
  expect(await work.forget("a")).toBe("kept");
  void work.run("a", start);
  expect(starts.length).toBe(3);
});
