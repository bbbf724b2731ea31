/** The server that bench/probe.ts measures, in a process of its own. */
import { serve } from "../src/server/serve.ts";

const { url } = await serve({ dataDir: process.argv[2]!, port: 0 });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpu: user + system });
});
process.send!({ url });
