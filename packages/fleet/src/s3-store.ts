/**
 * A store in an S3 bucket: Amazon's, or any server that speaks S3 (docs/guides/fleet.md). Where it lies and who asks comes from
 * the usual settings (`AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, profiles, roles), never from options.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { InputError } from "../../../src/base/errors.ts";
import { TryAgainError, type Put, type Store, type StoredBytes, type StoredObject, type StoreEvents } from "./store.ts";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Up to so many bytes an object is one request, beyond that parts of as many. S3 takes at least 5 MiB and 10,000 parts. */
const PART_BYTES = 64 * 2 ** 20;
const MOST_PARTS = 9_000;

const FIRST_WAIT_MILLISECONDS = 100;
const MOST_WAIT_MILLISECONDS = 10_000;
const TRIES = 10;
/** Until a server has answered once: a wrong address should be told soon. */
const FIRST_TRIES = 3;
const CONNECT_MILLISECONDS = 5_000;
/** Without a byte. */
const SILENT_MILLISECONDS = 60_000;

/** Client errors that a damaged or late request can cause. */
const MAY_PASS = new Set([
  "BadDigest",
  "XAmzContentSHA256Mismatch",
  "IncompleteBody",
  "RequestTimeout",
  "RequestTimeTooSkewed",
  "SignatureDoesNotMatch",
  "OperationAborted",
]);

export interface S3Options extends StoreEvents {
  /** Default: 64 MiB. */
  readonly partBytes?: number;
}

export class S3Store implements Store {
  readonly url: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #options: S3Options;
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  #hasAnswered = false;

  private constructor(url: string, bucket: string, prefix: string, options: S3Options, sdk: Sdk) {
    this.url = url;
    this.#bucket = bucket;
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    this.#options = options;
    this.#sdk = sdk;
    const endpoint = endpointOf(process.env);
    this.#client = new sdk.S3Client({
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(endpoint && !process.env.AWS_REGION && { region: "us-east-1" }),
      // Servers other than Amazon's do not know the newer ways; Content-MD5 and our own sums stand for them.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 1, // see #send
      requestHandler: { connectionTimeout: CONNECT_MILLISECONDS, requestTimeout: SILENT_MILLISECONDS },
    });
  }

  static async open(url: string, bucket: string, prefix: string, options: S3Options = {}): Promise<S3Store> {
    const sdk = await import("@aws-sdk/client-s3");
    return new S3Store(url, bucket, prefix, options, sdk);
  }

  async read(key: string, offset: number, length: number, signal?: AbortSignal): Promise<StoredBytes | null> {
    const { GetObjectCommand } = this.#sdk;
    const Range = `bytes=${offset}-${offset + length - 1}`;
    const at = { Bucket: this.#bucket, Key: this.#prefix + key };
    return this.#send(
      key,
      async () => {
        try {
          const found = await this.#client.send(new GetObjectCommand({ ...at, Range }), { abortSignal: signal });
          const bytes = await found.Body!.transformToByteArray();
          const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] ?? found.ContentLength);
          const wanted = Math.min(length, size - offset);
          if (bytes.length !== wanted) throw new Error(`${bytes.length} bytes came instead of ${wanted}`);
          return { bytes, size, tag: found.ETag ?? "" };
        } catch (error) {
          if (statusOf(error) === 404 && nameOf(error) !== "NoSuchBucket") return null;
          if (nameOf(error) !== "InvalidRange") throw error;
          const head = await this.#client.send(new this.#sdk.HeadObjectCommand(at), { abortSignal: signal });
          return { bytes: new Uint8Array(), size: head.ContentLength ?? 0, tag: head.ETag ?? "" };
        }
      },
      signal,
    );
  }

  async putFile(key: string, path: string, signal?: AbortSignal): Promise<Put> {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const least = this.#options.partBytes ?? PART_BYTES;
      const partBytes = Math.max(least, Math.ceil(size / MOST_PARTS));
      const readPart = async (number: number): Promise<Uint8Array> => {
        const part = new Uint8Array(Math.min(partBytes, size - number * partBytes));
        const { bytesRead } = await file.read(part, 0, part.length, number * partBytes);
        if (bytesRead !== part.length) throw new Error(`${path} became shorter while it was sent`);
        return part;
      };
      if (size <= least) return await this.#put(key, await readPart(0), signal);
      return await this.#putParts(key, Math.ceil(size / partBytes), readPart, signal);
    } finally {
      await file.close();
    }
  }

  putText(key: string, text: string): Promise<Put> {
    return this.#put(key, new TextEncoder().encode(text));
  }

  async *list(folder: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
    const { ListObjectsV2Command } = this.#sdk;
    const at = { Bucket: this.#bucket, Prefix: this.#prefix + folder };
    for (let next: string | undefined; ;) {
      const command = new ListObjectsV2Command({ ...at, ContinuationToken: next });
      const page = await this.#send("the list", () => this.#client.send(command, { abortSignal: signal }), signal);
      for (const { Key, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key.slice(this.#prefix.length), bytes: Size ?? 0 };
      }
      if (!page.IsTruncated) return;
      next = page.NextContinuationToken;
    }
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<Put> {
    const at = { Bucket: this.#bucket, Key: this.#prefix + key };
    const command = new this.#sdk.PutObjectCommand({ ...at, Body: bytes, ContentMD5: md5(bytes), IfNoneMatch: "*" });
    return this.#unlessThere(() => this.#send(key, () => this.#client.send(command, { abortSignal: signal }), signal));
  }

  /** Some servers know no condition on the last step: an object that is there is looked for before. */
  async #putParts(
    key: string,
    parts: number,
    readPart: (number: number) => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Put> {
    if ((await this.read(key, 0, 1, signal)) !== null) return "there";
    const at = { Bucket: this.#bucket, Key: this.#prefix + key };
    const {
      AbortMultipartUploadCommand,
      CompleteMultipartUploadCommand,
      CreateMultipartUploadCommand,
      UploadPartCommand,
    } = this.#sdk;
    const client = this.#client;
    const abortSignal = signal;
    const send = <T>(request: () => Promise<T>): Promise<T> => this.#send(key, request, signal);
    const { UploadId } = await send(() => client.send(new CreateMultipartUploadCommand(at), { abortSignal }));
    try {
      const done: { PartNumber: number; ETag: string | undefined }[] = [];
      for (let number = 0; number < parts; number++) {
        const Body = await readPart(number);
        const part = { ...at, UploadId, PartNumber: number + 1, Body, ContentMD5: md5(Body) };
        const { ETag } = await send(() => client.send(new UploadPartCommand(part), { abortSignal }));
        done.push({ PartNumber: number + 1, ETag });
      }
      const all = { ...at, UploadId, MultipartUpload: { Parts: done }, IfNoneMatch: "*" };
      return await this.#unlessThere(() =>
        send(() => client.send(new CompleteMultipartUploadCommand(all), { abortSignal })),
      );
    } catch (error) {
      // An answer that got lost: the upload is complete, and asking again finds none.
      if (nameOf(error) === "NoSuchUpload" && (await this.read(key, 0, 1, signal)) !== null) return "there";
      await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {});
      throw error;
    }
  }

  async #unlessThere(put: () => Promise<unknown>): Promise<Put> {
    try {
      await put();
      return "new";
    } catch (error) {
      if (nameOf(error) === "PreconditionFailed" || statusOf(error) === 412) return "there";
      throw error;
    }
  }

  /** The SDK's own tries do not tell of themselves, and wait too short for a server that starts anew. */
  async #send<T>(what: string, send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      const answer = await retrying(send, {
        tries: () => (this.#hasAnswered ? TRIES : FIRST_TRIES),
        signal,
        canHelp: (error) => {
          const status = statusOf(error);
          this.#hasAnswered ||= status !== undefined && status !== 403; // wrong credentials are told soon, too
          return canHelp(error);
        },
        onRetry: (error) => this.#hasAnswered && this.#options.onRetry?.(`${what}: ${describe(error)}`),
      });
      this.#hasAnswered = true;
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#explained(what, error);
    }
  }

  /** One clear line; conditions that were not met stay as they are. */
  #explained(what: string, error: unknown): unknown {
    const [status, name] = [statusOf(error), nameOf(error)];
    const told = (code: string, why: string) => new InputError(code, `${this.url}: ${why}`, { cause: error });
    if (status === 412 || name === "PreconditionFailed" || name === "NoSuchUpload") return error;
    if (name === "NoSuchBucket") return told("no-store", `there is no bucket ${this.#bucket}`);
    if (name === "CredentialsProviderError") {
      return told("no-credentials", "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE");
    }
    if (hasNoRegion(error)) {
      return told("no-region", "no region: set AWS_REGION, or AWS_ENDPOINT_URL where it is not Amazon's own");
    }
    if (name === "RequestTimeTooSkewed") {
      return told("wrong-clock", "the clock of this machine is too far from the store's: set it right");
    }
    if (name === "InvalidAccessKeyId" || name === "SignatureDoesNotMatch") {
      return told("store-refused", `the store refuses these credentials (${name})`);
    }
    if (status !== undefined && !canHelp(error)) {
      return told("store-refused", `the store refuses ${what} (${status} ${name})`);
    }
    const why = status === undefined ? "the store cannot be reached" : "the store fails";
    return new TryAgainError("store-unreachable", `${this.url}: ${why} (${describe(error)})`, { cause: error });
  }
}

function canHelp(error: unknown): boolean {
  const status = statusOf(error);
  if (nameOf(error) === "CredentialsProviderError" || hasNoRegion(error)) return false;
  if (status === undefined || status >= 500 || [408, 409, 429].includes(status)) return true;
  return MAY_PASS.has(nameOf(error));
}

/** The SDK has no name for that. */
const hasNoRegion = (error: unknown): boolean => error instanceof Error && error.message === "Region is missing";

/** Of the answer; undefined where none, or none that can be read, came. */
function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status !== undefined && status >= 300 ? status : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}

function describe(error: unknown): string {
  const status = statusOf(error);
  const { code } = error as NodeJS.ErrnoException;
  return status === undefined ? (code ?? (error as Error).message) : `${status} ${nameOf(error)}`;
}

function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("base64");
}

/** Undefined: Amazon's. @throws InputError `bad-store` */
function endpointOf(settings: NodeJS.ProcessEnv): string | undefined {
  const name = settings.AWS_ENDPOINT_URL_S3 ? "AWS_ENDPOINT_URL_S3" : "AWS_ENDPOINT_URL";
  const endpoint = settings[name];
  if (!endpoint || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) return endpoint;
  throw new InputError("bad-store", `${name} is no address such as https://s3.example.org`);
}

interface RetryOptions {
  /** How often it may be sent in all; asked after each failure. */
  readonly tries: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Whether another try can help. */
  readonly canHelp: (error: unknown) => boolean;
  readonly onRetry: (error: unknown) => void;
}

/** Sends again what failed by no fault of its own, after a random wait that grows. @throws what the last try threw */
async function retrying<T>(send: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failed = 1; ; failed++) {
    options.signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!options.canHelp(error) || failed >= options.tries()) throw error;
      options.onRetry(error);
      const most = Math.min(MOST_WAIT_MILLISECONDS, FIRST_WAIT_MILLISECONDS * 2 ** failed);
      await wait(most * Math.random(), undefined, { signal: options.signal });
    }
  }
}
