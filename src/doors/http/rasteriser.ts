/** PNG of SVG, made in a thread of its own, so that answering goes on: a picture takes a tenth of a second. */
import { Worker } from "node:worker_threads";
import { InputError } from "../../base/errors.ts";

/** Pictures that are remembered, some 150 kB each. */
const MOST_KEPT = 64;
/** Pictures that are waited for. */
const MOST_WAITING = 16;

export class Rasteriser {
  /** Started when first asked; it keeps no process alive. */
  #thread: Worker | null = null;
  readonly #waiting: { resolve: (png: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void }[] = [];
  /** By SVG, the oldest first; those that are being made as well. */
  readonly #made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** @throws InputError with the code `queue-full` */
  async png(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    const found = this.#made.get(svg);
    if (found !== undefined) return found;
    if (this.#waiting.length >= MOST_WAITING) throw new InputError("queue-full", "too many pictures are being made");
    const making = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.#thread ??= this.#start();
    this.#thread.postMessage(svg, []);
    this.#made.set(svg, making);
    making.catch(() => this.#made.delete(svg));
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MOST_KEPT) break;
      this.#made.delete(oldest);
    }
    return making;
  }

  #start(): Worker {
    const thread = new Worker(new URL("./raster-thread.ts", import.meta.url), { execArgv: [] });
    thread.on("message", (png: Uint8Array<ArrayBuffer>) => this.#waiting.shift()!.resolve(png));
    thread.on("error", (error: Error) => {
      this.#thread = null;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
    thread.unref();
    return thread;
  }
}
