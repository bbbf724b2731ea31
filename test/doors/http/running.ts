/** A server in a process of its own, as hosts run it, and clients that keep their connections. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly milliseconds: number;
}

export interface Running {
  /** @param client the address that a proxy before the server would tell */
  ask(path: string, client?: string): Promise<Answer>;
  /** A sample of /metrics. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** `canju serve` behind a proxy that tells clients apart, with its usual limits unless told otherwise. */
export async function runServer(data: string, ...options: string[]): Promise<Running> {
  const program = join(import.meta.dirname, "../../../src/doors/cli/canju.ts");
  const args = [program, "serve", "--behind-proxy", "--port", "0", "--json", "--data", data, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { port } = new URL((JSON.parse(line.toString()) as { url: string }).url);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const ask = (path: string, client = "192.0.2.1") =>
    new Promise<Answer>((resolve, reject) => {
      const started = performance.now();
      const headers = { "x-forwarded-for": client };
      request({ agent, host: "127.0.0.1", port, path, headers }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (piece: string) => (body += piece));
        response.on("error", reject).on("end", () => {
          resolve({ status: response.statusCode!, body, milliseconds: performance.now() - started });
        });
      })
        .on("error", reject)
        .end();
    });
  return {
    ask,
    async metric(name) {
      const { body } = await ask("/metrics");
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(body)![1]);
    },
    async stop() {
      agent.destroy();
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
