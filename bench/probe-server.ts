/** The server that bench/probe.ts measures, in a process of its own: `probe-server.ts FOLDER [STORE]`. */
import { join } from "node:path";
import { DiskBlocks } from "../packages/fleet/src/disk-blocks.ts";
import { collectionOf, readIdentity } from "../packages/fleet/src/identity.ts";
import { StoreCatalog } from "../packages/fleet/src/store-catalog.ts";
import { serve } from "../src/doors/http/serve.ts";
import { collectionPath } from "../src/table/catalog/collection.ts";
import type { MoreOf } from "../src/doors/http/data-folder.ts";
import { openStore } from "../packages/fleet/src/open-store.ts";

const [dataDir, storeUrl] = process.argv.slice(2);

async function tablesOf(url: string): Promise<MoreOf> {
  const store = await openStore(url);
  const identity = await readIdentity(store);
  const blocks = await DiskBlocks.open(join(dataDir!, "blocks"), 2 ** 30);
  const own = collectionPath(collectionOf(identity));
  return (asked, cache) =>
    collectionPath(asked) === own ? new StoreCatalog(store, identity, blocks, cache) : undefined;
}

const more = storeUrl === undefined ? undefined : await tablesOf(storeUrl);
const { url } = await serve({ dataDir: dataDir!, port: 0, more });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpu: user + system });
});
process.send!({ url });
