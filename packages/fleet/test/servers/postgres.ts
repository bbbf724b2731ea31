/** A real PostgreSQL in a folder of its own. It refuses to run as root, and is then run as `postgres`. */
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, end, freePort, startProcess, until } from "./processes.ts";

const VERSIONS = "/usr/lib/postgresql";

export class Postgres {
  readonly #folder: string;
  readonly #port: number;
  #server: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Whether this machine has one. */
  static isInstalled(): boolean {
    return existsSync(VERSIONS) && readdirSync(VERSIONS).length > 0;
  }

  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), "canju-postgres-"));
    if (process.getuid?.() === 0) chownSync(folder, idOf("-u"), idOf("-g"));
    const postgres = new Postgres(folder, await freePort());
    await command(
      ...asUser(program("initdb"), ["-D", join(folder, "data"), "-A", "trust", "-U", "canju", "--no-sync"]),
    );
    await postgres.run();
    return postgres;
  }

  /** The address of one of its databases. */
  url(database = "postgres"): string {
    return `postgres://canju@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts it again after it was killed. */
  async run(): Promise<void> {
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${this.#folder}`];
    const args = ["-D", join(this.#folder, "data"), "-p", String(this.#port), "-c", "fsync=off", ...settings];
    const [runner, all] = asUser(program("postgres"), args);
    this.#server = startProcess(runner, all);
    await until("PostgreSQL answers", async () => (await this.query("select 1")) === "1");
  }

  /** Runs a statement. */
  query(statement: string, database = "postgres"): Promise<string> {
    return psql(this.url(database), statement);
  }

  /** A new database, for one test. */
  async newDatabase(name: string): Promise<string> {
    await this.query(`create database ${name}`);
    return this.url(name);
  }

  /** All its processes, at once. */
  async kill(): Promise<void> {
    const [pid] = (await command("head", ["-1", join(this.#folder, "data/postmaster.pid")])).split("\n");
    process.kill(Number(pid), "SIGKILL");
    await end(this.#server!, "SIGKILL");
    await until("its processes are gone", async () => {
      return (await command("pgrep", ["-f", join(this.#folder, "data")]).catch(() => "")) === "";
    });
  }

  async close(): Promise<void> {
    if (this.#server !== null) await end(this.#server, "SIGINT"); // a fast shutdown
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Runs a statement. */
export function psql(url: string, statement: string): Promise<string> {
  return command(program("psql"), ["-At", "-c", statement, url]);
}

function program(name: string): string {
  const newest = readdirSync(VERSIONS).toSorted().at(-1)!;
  return join(VERSIONS, newest, "bin", name);
}

function asUser(path: string, args: readonly string[]): [string, readonly string[]] {
  return process.getuid?.() === 0
    ? ["setpriv", [`--reuid=postgres`, "--regid=postgres", "--clear-groups", path, ...args]]
    : [path, args];
}

function idOf(option: string): number {
  return Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
}
