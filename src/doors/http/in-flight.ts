/** The answers that are being made and sent. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that a connection may send ahead of their answers; clients that do so send a few. */
const MOST_AHEAD = 100;

/** For beginning to answer requests in one turn of the event loop; many may arrive in one. */
const BEGINNING_MILLISECONDS = 5;

type Waiting = () => void;

/**
 * Answers the requests of a connection one after another: none is looked into before the answer to the one before has been
 * taken. So a client that asks for much and reads nothing holds one answer of the server's memory.
 */
export class InFlight {
  readonly #waiting = new Map<Socket, Waiting[]>();
  readonly #answers = new Set<ServerResponse>();
  /** Until when requests are begun in this turn; null: none was yet. */
  #beginsUntil: number | null = null;
  readonly #isUrgent: (request: IncomingMessage) => boolean;
  #draining: (() => void) | null = null;

  /** @param isUrgent whether a request overtakes those that have arrived before it */
  constructor(isUrgent: (request: IncomingMessage) => boolean = () => false) {
    this.#isUrgent = isUrgent;
  }

  listener(answer: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const waiting = this.#waiting.get(socket);
      if (waiting === undefined) {
        this.#waiting.set(socket, []);
        this.#start(answer, request, response);
      } else if (waiting.length < MOST_AHEAD) {
        waiting.push(() => this.#start(answer, request, response));
      } else {
        socket.destroy();
      }
    };
  }

  /** Resolves when nothing is being answered any more, or after so many milliseconds. */
  async drain(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout;
    await new Promise<void>((resolve) => {
      this.#draining = resolve;
      timer = setTimeout(resolve, milliseconds);
      for (const response of this.#answers) this.#askToLeave(response);
      if (this.#answers.size === 0) resolve();
    });
    clearTimeout(timer!);
  }

  #start(answer: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#answers.add(response);
    if (this.#draining !== null) this.#askToLeave(response);
    // Once all of it was handed to the system, or the connection has ended.
    response.once("close", () => {
      this.#answers.delete(response);
      const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
      if (next === undefined) this.#waiting.delete(socket);
      else next();
      if (this.#answers.size === 0) this.#draining?.();
    });
    if (this.#isUrgent(request)) {
      void answer(request, response);
      return;
    }
    this.#beginLater(() => response.destroyed || void answer(request, response));
  }

  /** By an immediate for each, between which all is done that the one before can do at once, its answer perhaps. */
  #beginLater(begin: Waiting): void {
    setImmediate(() => {
      const now = performance.now();
      if (this.#beginsUntil === null) {
        this.#beginsUntil = now + BEGINNING_MILLISECONDS;
        setImmediate(() => (this.#beginsUntil = null)); // the first of the next turn
      }
      if (now < this.#beginsUntil) begin();
      else this.#beginLater(begin);
    });
  }

  #askToLeave(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader("connection", "close");
  }
}
