/** Whatever is sent: clear errors, no crash, and nothing wrong is served. The real server, over sockets. */
import { mkdtemp, open, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { LONG, testEach } from "../../long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { probe } from "../../../src/query/probe.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { serve, type RunningServer } from "../../../src/doors/http/serve.ts";

const FEN = "3k5/4a4/9/9/9/9/9/9/4R4/4K4 w";
const TABLE = "asian/dtc/KRKA.canju";
const SECRET = "nobody may read this";

let root: string;
let folder: string;
let server: RunningServer;
let port: number;
let file: Buffer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "canju-hostile-"));
  folder = join(root, "data");
  await buildClosure(["KRKA", "KRKN"].map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  await writeFile(join(root, "secret.txt"), SECRET);
  await writeFile(join(folder, "secret.canju"), SECRET);
  file = await readFile(join(folder, TABLE));
  server = await serve({ dataDir: folder, port: 0, builds: {}, pageDir: join(root, "no-page") });
  port = Number(new URL(server.url).port);
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const logged = vi.spyOn(console, "error").mockImplementation(() => {});
const isDamage = (line: unknown): boolean => /^canju: \S+\.canju is damaged: /.test(String(line));

afterEach(() => {
  // What is logged is a fault of the server's own, but for damage, which whoever runs it is to know.
  expect(logged.mock.calls.filter(([line]) => !isDamage(line))).toEqual([]);
  logged.mockClear();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a path as it is, which `fetch` would tidy up. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece)).on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    asked.on("error", reject).end(body);
  });
}

/** A problem that the client can do something about, told without any folder of this machine. */
function expectProblem({ status, headers, body }: Answer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers["content-type"]).toBe("application/problem+json");
  const problem = JSON.parse(body.toString()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    status,
    code: expect.stringMatching(/^[a-z-]+$/),
    detail: expect.stringMatching(/^.+$/),
  });
  expect(body.toString()).not.toContain(root);
}

async function expectWell(): Promise<void> {
  const { status, body } = await ask(`/api/v1/probe?fen=${FEN.replace(" ", "_")}`);
  expect(status).toBe(200);
  expect(JSON.parse(body.toString())).toMatchObject({ category: "win", distance: 1 });
}

/** Texts near to what is meant, and far from it. */
const nearly = (sample: string) =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(fc.tuple(fc.nat(sample.length), fc.nat(3), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 4 })
      .map((edits) =>
        edits.reduce((at, [place, drop, put]) => at.slice(0, place) + put + at.slice(place + drop), sample),
      ),
  );

testEach(1, [40, 100])("fuzzed positions are refused or answered as the tables answer: %i runs", async (numRuns) => {
  const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("probe", "line", "explain"), nearly(FEN), async (route, fen) => {
      const answer = await ask(`/api/v1/${route}?fen=${encodeURIComponent(fen)}`);
      if (answer.status !== 200) return expectProblem(answer);
      if (route !== "probe") return;
      expect(JSON.parse(answer.body.toString())).toEqual(await probe(parseLegalFen(fen), catalog));
    }),
    { numRuns },
  );
  await catalog.close();
  await expectWell();
});

testEach(1, [100, 300])("fuzzed parameters of every route are refused or answered: %i runs", async (numRuns) => {
  const routes = ["probe", "line", "explain", "adjudicate", "random", "tables", "tables/KRKA", "build"];
  const names = [
    "fen",
    "moves",
    "switches",
    "played",
    "plies",
    "seed",
    "endgame",
    "turn",
    "order",
    "min",
    "metric",
    "rules",
  ];
  const query = fc.dictionary(fc.constantFrom(...names), nearly("KRKA"), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...routes), query, async (route, parameters) => {
      const fen = { fen: FEN, endgame: "KRKA", ...parameters };
      const answer = await ask(`/api/v1/${route}?${new URLSearchParams(fen).toString()}`);
      if (answer.status !== 200) expectProblem(answer);
    }),
    { numRuns },
  );
  await expectWell();
});

test("fuzzed addresses lead nowhere but to what is served", async () => {
  const piece = fc.constantFrom(
    ..."/ // . .. ../ %2e%2e %2E%2e%2f ..%2f ..%5c ..\\ %00 %c0%ae %252e%252e%252f ; ? # %".split(" "),
    ..."tables asian dtc secret.txt secret.canju KRKA.canju api v1 build etc passwd package.json assets".split(" "),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const answer = await ask(`/${pieces.join("")}`.replaceAll("#", "%23"));
      expect(answer.body.includes(SECRET)).toBe(false);
      if (answer.status !== 200) expectProblem(answer);
    }),
    { numRuns: 200 },
  );
});

test.each([
  "/tables/../secret.txt",
  "/tables/asian/dtc/../../../secret.txt",
  "/tables/asian/dtc/..%2f..%2f..%2fsecret.txt",
  "/tables/asian/dtc/..%2f..%2fsecret.canju",
  "/tables/asian/dtc/..%5c..%5csecret.canju",
  "/tables/asian/..%2f/secret.canju",
  "/tables/..%2fdata/asian/secret.canju",
  "/tables/asian/dtc/%2e%2e/%2e%2e/secret.canju",
  "/tables/asian/dtc/KRKA.canju%00.txt",
  "/tables/asian/dtc/%00",
  "/tables/asian/dtc/.KRKA.canju",
  "/tables/asian\\dtc\\KRKA.canju",
  "/assets/..%2f..%2fsecret.txt",
  "//etc/passwd",
  "/%",
  "/api/v1/tables/%E0%A4%A",
])("%s is refused", async (path) => {
  const answer = await ask(path);
  expectProblem(answer);
  expect(answer.body.includes(SECRET)).toBe(false);
});

test("fuzzed ranges give exactly the bytes they say, or are refused", async () => {
  const number = fc.oneof(fc.nat(5000), fc.constantFrom("", "-1", "99999999999999999999", "1e3", "0x10", " 1", "٣"));
  const header = fc.oneof(
    fc
      .tuple(
        fc.constantFrom("bytes=", "Bytes=", "bytes", "lines=", ""),
        fc.array(fc.tuple(number, number), { maxLength: 3 }),
      )
      .map(([unit, ranges]) => unit + ranges.map(([first, last]) => `${first}-${last}`).join(",")),
    fc.string({ maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(header, async (range) => {
      const sent = Buffer.from(range)
        .toString("latin1")
        .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
      const answer = await ask(`/tables/${TABLE}`, { range: sent });
      if (answer.status === 416) {
        expect(answer.headers["content-range"]).toBe(`bytes */${file.length}`);
        return;
      }
      if (answer.status === 200) {
        expect(answer.body.equals(file)).toBe(true);
        return;
      }
      expect(answer.status).toBe(206);
      const [, first, last] = /^bytes (\d+)-(\d+)\/\d+$/.exec(String(answer.headers["content-range"]))!;
      expect(answer.body.equals(file.subarray(Number(first), Number(last) + 1))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

describe("bodies", () => {
  test("that are too large are refused, whether or not their length is told", async () => {
    const large = "x".repeat(1 << 20);
    const headers = { "content-type": "application/json" };
    for (const [name, value] of [
      ["content-length", String(large.length)],
      ["transfer-encoding", "chunked"],
    ] as const) {
      const answer = await ask("/api/v1/build", { ...headers, [name]: value }, "POST", large).catch(
        (error: Error) => error,
      );
      // The server may hang up on a client that goes on sending.
      if (!(answer instanceof Error)) expect(answer.status).toBe(413);
    }
    await expectWell();
  });

  testEach(1, [30, 100])("that are fuzzed ask for nothing: %i runs", async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(nearly('{"endgame":"KRRRKA"}'), async (body) => {
        const answer = await ask("/api/v1/build", { "content-type": "application/json" }, "POST", body);
        if (answer.status !== 200 && answer.status !== 202) expectProblem(answer);
      }),
      { numRuns },
    );
  });
});

/** Sends bytes over a socket of its own and gives all that comes back until it is closed. */
async function raw(sent: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.end(sent);
  return text(socket).catch(() => "");
}

test("what is no HTTP is answered with 400 and closed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 100 }), async (sent) => {
      const answer = await raw(sent);
      if (answer !== "") expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }),
    { numRuns: 50 },
  );
  expect(await raw(`GET /api/v1/health HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(40_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(
    await raw("GET / HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\nhost: x\r\n\r\n0\r\n\r\n"),
  ).toMatch(/ 400 /);
  await expectWell();
});

test("clients that send slowly or leave in the midst do not keep others waiting", async () => {
  const slow = Array.from({ length: 100 }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET /api/v1/health HTTP/1.1\r\nhost:");
    return socket;
  });
  await expectWell();
  for (const socket of slow) socket.destroy();
  await expectWell();
});

describe("a table file that is damaged while the server runs", () => {
  let other: RunningServer;
  const get = async (fen = FEN): Promise<Record<string, unknown>> => {
    const response = await fetch(`${other.url}api/v1/probe?fen=${fen.replace(" ", "_")}`);
    return { ...((await response.json()) as object), status: response.status };
  };

  afterEach(async () => {
    await other.close();
    await writeFile(join(folder, TABLE), file);
  });

  test("gives its right values or an error, at any byte, and is read again once it is sound", LONG, async () => {
    other = await serve({ dataDir: folder, port: 0, pageDir: join(root, "no-page") });
    const handle = await open(join(folder, TABLE), "r+");
    const expected = { status: 200, category: "win", order: 0, distance: 1 };
    expect(await get()).toMatchObject(expected); // opened, with its blocks in memory
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        await other.close();
        other = await serve({ dataDir: folder, port: 0, pageDir: join(root, "no-page") });
        await handle.write(Uint8Array.of(file[at]! ^ flip), 0, 1, at);
        const damaged = await get();
        if (damaged.status === 200) expect(damaged).toMatchObject(expected);
        else
          expect(damaged).toMatchObject({ status: 500, code: expect.stringMatching(/^(damaged|unsupported)-table$/) });
        await handle.write(file.subarray(at, at + 1), 0, 1, at);
        expect(await get()).toMatchObject(expected);
      }),
      { numRuns: 40 },
    );
    await handle.close();
  });

  test("is an error where its blocks are read from the file, and well again without a restart when that is mended", async () => {
    const large = join(root, "large");
    await buildClosure([parseEndgame("KNPKB")], { ...DEFAULT_COLLECTION, folder: large, threads: 1 });
    const path = join(large, "asian/dtc/KNPKB.canju"); // longer than what is read when it is opened
    const sound = await readFile(path);
    other = await serve({ dataDir: large, port: 0, pageDir: join(root, "no-page") });
    const fen = "4k4/9/4b4/9/4P4/4N4/9/9/9/3K5 w";
    expect((await fetch(`${other.url}api/v1/tables/KNPKB`)).status).toBe(200); // opened, no block read
    const handle = await open(path, "r+");
    await handle.write(sound.map((byte, at) => (at > 20_000 ? byte ^ 1 : byte)));
    const [first, second] = [await get(fen), await get(fen)];
    expect(logged.mock.calls).toEqual([
      [expect.stringMatching(/KNPKB\.canju is damaged: block.*; canju build KNPKB mends it$/)],
    ]);
    expect(first).toMatchObject({ status: 500, code: "damaged-table" });
    expect(String(first.detail)).toMatch(/^asian\/dtc\/KNPKB\.canju is damaged: block/);
    expect(second).toMatchObject({ status: 500, code: "damaged-table" });
    await handle.write(sound, 0, sound.length, 0);
    await handle.close();
    expect(await get(fen)).toMatchObject({ status: 200, category: "win", order: 0, distance: 11 });
  });

  test("is an error when it is cut short or gone, and its file is not sent as if it were whole", async () => {
    other = await serve({ dataDir: folder, port: 0, pageDir: join(root, "no-page") });
    await truncate(join(folder, TABLE), 600);
    expect(await get()).toMatchObject({ status: 500, code: "damaged-table" });
    await writeFile(join(folder, TABLE), file.subarray(0, file.length - 1));
    const cut = await fetch(`${other.url}tables/${TABLE}`, { headers: { range: "bytes=0-99" } });
    expect(await cut.json()).toMatchObject({ status: 500, code: "damaged-table" });
    await rm(join(folder, TABLE));
    expect(await get()).toMatchObject({ status: 404, code: "missing-table" });
    expect((await fetch(`${other.url}tables/${TABLE}`)).status).toBe(404);
    await writeFile(join(folder, TABLE), file);
    expect(await get()).toMatchObject({ status: 200, distance: 1 });
  });
});
