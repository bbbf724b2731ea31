import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Source, coalescingSource, headSource, memorySource } from "../../src/table/read/source.ts";
import { httpSource } from "../../src/table/read/http-source.ts";
import { openFile } from "../../src/table/node/file-source.ts";
import { SourceError } from "../../src/base/errors.ts";

const BYTES = Uint8Array.from({ length: 5_000 }, (_, i) => (i * i) % 251);

type Answer = (request: IncomingMessage, response: ServerResponse, start: number, end: number) => void;

/** Answers a range as a file server does. */
const sendRange: Answer = (_, response, start, end) => {
  if (start >= BYTES.length) response.writeHead(416, { "content-range": `bytes */${BYTES.length}` }).end();
  else {
    const last = Math.min(end, BYTES.length - 1);
    response.writeHead(206, { "content-range": `bytes ${start}-${last}/${BYTES.length}`, etag: '"one"' });
    response.end(BYTES.subarray(start, last + 1));
  }
};

let answer: Answer;
let requests: string[];
let server: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-test-"));
  await writeFile(join(folder, "bytes"), BYTES);
  server = createServer((request, response) => {
    requests.push(request.headers.range ?? "");
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    answer(request, response, Number(start), Number(end));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bytes`;
});

beforeEach(() => {
  answer = sendRange;
  requests = [];
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

describe.each<[string, () => Promise<Source>]>([
  ["memory", async () => memorySource(BYTES)],
  ["file", () => openFile(join(folder, "bytes"))],
  ["HTTP", async () => httpSource(url)],
  [
    "HTTP, of a server that ignores ranges",
    async () => {
      answer = (_, response) => response.writeHead(200, { etag: '"one"' }).end(BYTES);
      return httpSource(url);
    },
  ],
  ["a kept head", async () => headSource(memorySource(BYTES))],
  ["joined reads", async () => coalescingSource(memorySource(BYTES))],
])("a source in %s", (_, open) => {
  it("reads any range, and less only where the bytes end", async () => {
    const source = await open();
    await fc.assert(
      fc.asyncProperty(fc.nat(6_000), fc.nat(3_000), async (offset, length) => {
        expect([...(await source.read(offset, length))]).toEqual([...BYTES.subarray(offset, offset + length)]);
      }),
      {
        numRuns: 100,
        examples: [
          [0, 5_000],
          [0, 9_000],
          [4_999, 1],
          [4_999, 2],
          [5_000, 1],
          [0, 0],
        ],
      },
    );
    await source.close();
  });

  it("knows its size before and after reading, and reads nothing beyond it", async () => {
    const source = await open();
    expect(await source.size()).toBe(5_000);
    await source.read(10, 20);
    expect(await source.size()).toBe(5_000);
    await source.close();
    const beyond = await open();
    expect((await beyond.read(7_000, 10)).length).toBe(0);
    expect(await beyond.size()).toBe(5_000);
    await beyond.close();
  });

  it("reads many ranges at a time", async () => {
    const source = await open();
    const offsets = Array.from({ length: 50 }, (__, i) => 97 * i);
    const found = await Promise.all(offsets.map((offset) => source.read(offset, 100)));
    expect(found.map((bytes) => bytes[1])).toEqual(offsets.map((offset) => BYTES[offset + 1]));
    await source.close();
  });

  it("gives up a read that is aborted, and reads on", async () => {
    const source = await open();
    const reason = new Error("not wanted any more");
    await expect(source.read(0, 100, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect((await source.read(0, 100)).length).toBe(100);
    await source.close();
  });
});

describe("a source that joins reads", () => {
  it("makes one of those within 256 KiB that are asked for at the same moment, and gives each its own part", async () => {
    const bytes = Uint8Array.from({ length: 1_200_000 }, (_, i) => i % 251);
    const asked: [number, number][] = [];
    const memory = memorySource(bytes);
    const read: Source["read"] = (offset, length) => {
      asked.push([offset, length]);
      return memory.read(offset, length);
    };
    const source = coalescingSource({ ...memory, read });
    const wanted: [number, number][] = [
      [280_000, 2_000],
      [40_000, 4_000],
      [281_600, 800],
      [40_000, 4_000],
      [600_000, 400_000],
      [240_000, 120_000],
    ];
    const found = await Promise.all(wanted.map(([offset, length]) => source.read(offset, length)));
    expect(found).toEqual(wanted.map(([offset, length]) => bytes.slice(offset, offset + length)));
    expect(asked).toEqual([
      [40_000, 4_000],
      [240_000, 120_000],
      [600_000, 400_000],
    ]);
  });

  it("gives a joined read up when all who asked for a part of it have given up, and not before", async () => {
    const memory = memorySource(BYTES);
    const signals: AbortSignal[] = [];
    const pass: (() => void)[] = [];
    const read: Source["read"] = async (offset, length, signal) => {
      signals.push(signal!);
      await new Promise<void>((resolve) => pass.push(resolve));
      return memory.read(offset, length, signal);
    };
    const source = coalescingSource({ ...memory, read });
    const [first, second] = [new AbortController(), new AbortController()];
    const reads = [source.read(0, 10, first.signal), source.read(20, 10, second.signal)];
    const third = source.read(40, 10, AbortSignal.abort("never wanted"));
    await expect(third).rejects.toBe("never wanted");
    first.abort("the first");
    await expect(reads[0]).rejects.toBe("the first");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    pass[0]!();
    expect(await reads[1]).toEqual(BYTES.slice(20, 30));
    const last = source.read(0, 10, second.signal);
    const expectation = expect(last).rejects.toBe("the second");
    await vi.waitUntil(() => signals.length === 2);
    second.abort("the second");
    await expectation;
    expect(signals[1]!.aborted).toBe(true);
  });

  it("tells every reader of a failure, and reads anew afterwards", async () => {
    let fails = true;
    const memory = memorySource(BYTES);
    const read: Source["read"] = (offset, length) =>
      fails ? Promise.reject(new Error("gone")) : memory.read(offset, length);
    const source = coalescingSource({ ...memory, read });
    const results = await Promise.allSettled([source.read(0, 10), source.read(20, 10)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect(await source.read(0, 10)).toEqual(BYTES.slice(0, 10));
  });
});

describe("a source that keeps its head", () => {
  it("reads what lies in the first read no more", async () => {
    const asked: [number, number][] = [];
    const memory = memorySource(BYTES);
    const read: Source["read"] = (offset, length) => {
      asked.push([offset, length]);
      return memory.read(offset, length);
    };
    const source = headSource({ ...memory, read });
    await source.read(0, 1_000);
    expect(await source.read(900, 100)).toEqual(BYTES.slice(900, 1_000));
    expect(await source.read(900, 101)).toEqual(BYTES.slice(900, 1_001));
    expect(asked).toEqual([
      [0, 1_000],
      [900, 101],
    ]);
  });
});

describe("a source of HTTP", () => {
  const reading =
    (...reads: [number, number][]) =>
    async () => {
      const source = httpSource(url);
      for (const [offset, length] of reads) await source.read(offset, length);
    };

  it("ends a download that is given up, and fails with the reason", async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_, response) => {
        response.on("close", resolve);
        response.writeHead(206, { "content-range": "bytes 0-99/5000", "content-length": "100" }).write("abc");
      };
    });
    const controller = new AbortController();
    const download = httpSource(url).read(0, 100, controller.signal);
    const expectation = expect(download).rejects.toBe("changed my mind");
    await vi.waitUntil(() => requests.length === 1);
    controller.abort("changed my mind");
    await expectation;
    await closed; // the connection: nothing more is sent
  });

  it("takes a small file whole, once, where the server ignores ranges", async () => {
    answer = (_, response) => response.writeHead(200).end(BYTES);
    const source = httpSource(url);
    expect([...(await source.read(100, 50))]).toEqual([...BYTES.subarray(100, 150)]);
    expect([...(await source.read(4_990, 50))]).toEqual([...BYTES.subarray(4_990)]);
    expect(await source.size()).toBe(5_000);
    expect(requests).toHaveLength(1);
  });

  it("learns the size from its first read", async () => {
    const source = httpSource(url);
    await source.read(100, 50);
    expect(await source.size()).toBe(5_000);
    expect(requests).toEqual(["bytes=100-149"]);
  });

  it.each<[string, Answer, string, string]>([
    [
      "a server that ignores ranges of a large file",
      (_, response) => response.writeHead(200).end(new Uint8Array(4 * 2 ** 20 + 1)),
      "ignores-ranges",
      "whole file",
    ],
    [
      "a server that ignores ranges of a large file, whose length it does not say",
      (_, response) => void response.writeHead(200).write(new Uint8Array(2 ** 22), () => response.end("ab")),
      "ignores-ranges",
      "more than 4 MiB",
    ],
    [
      "a whole file that breaks off",
      (_, response) => {
        response.writeHead(200, { "content-length": "5000" });
        response.write("abc", () => response.destroy());
      },
      "short-read",
      "broke off",
    ],
    ["a missing file", (_, response) => response.writeHead(404).end(), "not-found", "no such file"],
    ["a server in trouble", (_, response) => response.writeHead(503).end(), "refused", "503 Service Unavailable"],
    [
      "a range refused of a file that has it",
      (_, response) => response.writeHead(416, { "content-range": "bytes */5000" }).end(),
      "refused",
      "refuses the range",
    ],
    ["a refused range", (_, response) => response.writeHead(416).end(), "refused", "refuses the range"],
    ["an unnamed range", (_, response) => response.writeHead(206).end("abc"), "refused", "does not say which range"],
    [
      "another range",
      (_, response) => response.writeHead(206, { "content-range": "bytes 7-9/5000" }).end("abc"),
      "short-read",
      "3 bytes from 7 came instead of 100 from 0",
    ],
    [
      "too few bytes",
      (_, response) => response.writeHead(206, { "content-range": "bytes 0-99/5000" }).end("abc"),
      "short-read",
      "3 bytes from 0 came instead of 100 from 0",
    ],
    [
      "a connection that breaks off",
      (_, response) => {
        response.writeHead(206, { "content-range": "bytes 0-99/5000", "content-length": "100" });
        response.write("abc", () => response.destroy());
      },
      "short-read",
      "broke off",
    ],
    ["no answer", (request) => request.destroy(), "unreachable", "no answer"],
  ])("tells of %s", async (_, wrong, problem, message) => {
    answer = wrong;
    const error = await reading([0, 100])().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ problem, code: `source-${problem}` });
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).toContain(url);
  });

  it("tells of a status that has no words", async () => {
    const source = httpSource(url, { fetch: async () => new Response(null, { status: 503, statusText: "" }) });
    await expect(source.read(0, 1)).rejects.toThrow(new SourceError("refused", `${url}: the server answered 503`));
  });

  it("tells of a file that was replaced, by its ETag, its date or its size", async () => {
    const states: Record<string, string>[] = [
      { etag: '"two"' },
      { etag: '"one"', size: "5001" },
      { "last-modified": "Fri, 01 Jan 2027 00:00:00 GMT" },
    ];
    for (const { size = "5000", ...headers } of states) {
      let changed = 0;
      const source = httpSource(url, { onChanged: () => changed++ });
      answer = sendRange;
      await source.read(0, 10);
      answer = (_, response) =>
        response.writeHead(206, { ...headers, "content-range": `bytes 0-2/${size}` }).end("abc");
      await expect(source.read(0, 3)).rejects.toMatchObject({ problem: "changed" });
      expect(changed).toBe(1);
    }
  });
});

describe("a source over HTTP", () => {
  it("reads damaged bytes again past the copies of a browser, alone where they were joined with others", async () => {
    const caching: unknown[] = [];
    const fetching: typeof fetch = async (_, init) => {
      caching.push(init?.cache);
      const [first, last] = /(\d+)-(\d+)/.exec(new Headers(init?.headers).get("range")!)!.slice(1).map(Number);
      const bytes = BYTES.slice(first, last! + 1);
      if (init?.cache !== "reload") bytes.fill(0);
      const range = `bytes ${first}-${first! + bytes.length - 1}/${BYTES.length}`;
      return new Response(bytes, { status: 206, headers: { "content-range": range } });
    };
    const source = coalescingSource(httpSource("http://host/table", { fetch: fetching }));
    const wanted = [...BYTES.subarray(100, 200)];
    const isSound = (bytes: Uint8Array): boolean => bytes.every((byte, i) => byte === wanted[i]);
    const [checked] = await Promise.all([source.read(100, 100, undefined, isSound), source.read(300, 10)]);
    expect([...checked]).toEqual(wanted);
    expect(caching).toEqual([undefined, undefined, "reload"]);
  });
});

describe("a source in a file", () => {
  it("tells of a missing file, a folder and a file that was cut short", async () => {
    await expect(openFile(join(folder, "nothing"))).rejects.toMatchObject({ problem: "not-found" });
    await mkdir(join(folder, "folder"));
    await expect(openFile(join(folder, "folder"))).rejects.toMatchObject({ problem: "no-file" });
    await writeFile(join(folder, "short"), BYTES);
    const source = await openFile(join(folder, "short"));
    await truncate(join(folder, "short"), 10);
    await expect(source.read(0, 20)).rejects.toMatchObject({ problem: "changed" });
    await source.close();
  });
});
