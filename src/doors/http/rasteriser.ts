/** PNG of SVG, made in a thread of its own, so that answering goes on: a picture takes a tenth of a second. */
import { CrewThread } from "../../base/node/crew.ts";
import { InputError } from "../../base/errors.ts";

/** Pictures that are remembered, some 150 kB each. */
const MOST_KEPT = 64;
/** Pictures that are waited for. */
const MOST_WAITING = 16;

export class Rasteriser {
  /** Started when first asked; it keeps no process alive. */
  #thread: CrewThread<string, Uint8Array<ArrayBuffer>> | null = null;
  /** By SVG, the oldest first; those that are being made as well. */
  readonly #made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  /** @throws InputError with the code `queue-full` */
  async png(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    const found = this.#made.get(svg);
    if (found !== undefined) return found;
    if ((this.#thread?.waiting ?? 0) >= MOST_WAITING)
      throw new InputError("queue-full", "too many pictures are being made");
    if (this.#thread?.hasFailed !== false) this.#thread = newThread();
    const making = this.#thread.ask(svg);
    this.#made.set(svg, making);
    making.catch(() => this.#made.delete(svg));
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= MOST_KEPT) break;
      this.#made.delete(oldest);
    }
    return making;
  }
}

function newThread(): CrewThread<string, Uint8Array<ArrayBuffer>> {
  return new CrewThread<string, Uint8Array<ArrayBuffer>>(new URL("./raster-thread.ts", import.meta.url)).unref();
}
