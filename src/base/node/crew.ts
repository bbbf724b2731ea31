/** Worker threads that are asked, and answer one question after the other; one that ends early fails whoever waits for it. */
import { parentPort, Worker, type ResourceLimits, type Transferable } from "node:worker_threads";
import { InputError } from "../errors.ts";

/** What a thread sends back: errors in parts, since a message loses their class. */
type Reply<Answer> = { readonly answer: Answer } | { readonly error: Error; readonly code: string | undefined };

/** One thread. */
export class CrewThread<Question, Answer> {
  readonly #worker: Worker;
  readonly #waiting: Pick<PromiseWithResolvers<Answer>, "resolve" | "reject">[] = [];
  #failure: Error | null = null;

  /**
   * @param program whose first act is to call `answerQuestions`
   * @param data what it starts with
   * @param limits of its heap; one that needs more ends. Default: none
   */
  constructor(program: URL, data?: unknown, limits: ResourceLimits = {}) {
    this.#worker = new Worker(program, { workerData: data, execArgv: [], resourceLimits: limits });
    this.#worker.on("message", (reply: Reply<Answer>) => {
      const { resolve, reject } = this.#waiting.shift()!;
      if ("answer" in reply) resolve(reply.answer);
      else reject(reply.code === undefined ? reply.error : new InputError(reply.code, reply.error.message));
    });
    this.#worker.once("error", (error: Error) => this.#fail(error));
    this.#worker.once("exit", (code) => this.#fail(new Error(`a thread ended early (${code})`)));
  }

  /** Questions that have no answer yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether it has ended: it answers nothing more. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** @throws what the thread throws, or why it ended */
  ask(question: Question): Promise<Answer> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(question, []);
    });
  }

  /** Lets the process end while the thread waits for questions. */
  unref(): this {
    this.#worker.unref();
    return this;
  }

  /** Ends it; questions without an answer fail. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

/**
 * In a thread: answers all questions, in their order.
 * @param moved what an answer gives away instead of copying it
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  moved: (given: Answer) => Transferable[] = () => [],
): void {
  let last: Promise<void> = Promise.resolve();
  const reply = async (question: Question): Promise<void> => {
    try {
      const given = await answer(question);
      parentPort!.postMessage({ answer: given } satisfies Reply<Answer>, moved(given));
    } catch (thrown) {
      const error = thrown as Error;
      const code = error instanceof InputError ? error.code : undefined;
      parentPort!.postMessage({ error, code } satisfies Reply<Answer>, []);
    }
  };
  parentPort!.on("message", (question: Question) => (last = last.then(() => reply(question))));
}
