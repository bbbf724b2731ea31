/** A client of the engine: says lines, and waits for answers. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Session } from "../../../src/doors/uci/session.ts";
import { USUAL_OPTIONS, type EngineOptions } from "../../../src/doors/uci/options.ts";
import type { Protocol } from "../../../src/doors/uci/protocol.ts";
import { environment, PROGRAM } from "../cli/program.ts";

export interface Client {
  say(...lines: string[]): void;
  /** All lines until one begins like this, which is the last of them. */
  until(start: string): Promise<string[]>;
  /** Lines that came and were not waited for. */
  readonly heard: readonly string[];
  /** Ends what it can hear; what is left. */
  end(): Promise<string[]>;
}

const MOST_MILLISECONDS = 20_000;

class Lines {
  readonly heard: string[] = [];
  #wake: () => void = () => {};

  add(line: string): void {
    this.heard.push(line);
    this.#wake();
  }

  async until(start: string): Promise<string[]> {
    const end = performance.now() + MOST_MILLISECONDS;
    for (;;) {
      const at = this.heard.findIndex((line) => line.startsWith(start));
      if (at >= 0) return this.heard.splice(0, at + 1);
      const left = end - performance.now();
      if (left <= 0) throw new Error(`no "${start}" came, but: ${this.heard.join(" | ")}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** The engine in this process. */
export function talkTo(data: string, options: Partial<EngineOptions> = {}, protocol: Protocol = "uci"): Client {
  const lines = new Lines();
  const write = (line: string) => lines.add(line);
  const session = new Session({ options: { ...USUAL_OPTIONS, data, ...options }, version: "1.2.3", protocol, write });
  let said: Promise<unknown> = Promise.resolve();
  return {
    heard: lines.heard,
    say(...words) {
      for (const word of words) said = said.then(() => session.take(word));
    },
    until: (start) => lines.until(start),
    async end() {
      await said;
      await session.end();
      return lines.heard.splice(0);
    },
  };
}

/** The engine in a process of its own, by pipes, as clients run it. */
export function runEngine(data: string, ...args: string[]): Client & { readonly exit: Promise<number | null> } {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environment(data),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = new Lines();
  createInterface({ input: child.stdout }).on("line", (line) => lines.add(line));
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    heard: lines.heard,
    say: (...words) => void child.stdin.write(words.map((word) => `${word}\n`).join("")),
    until: (start) => lines.until(start),
    async end() {
      child.stdin.end();
      await exit;
      return lines.heard.splice(0);
    },
    exit,
  };
}
