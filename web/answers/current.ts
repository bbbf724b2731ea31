/** The answers of this page, chosen once: an export's page names its list of tables, a server's does not. */
import type { Answers } from "./answers.ts";
import { once } from "./once.ts";
import { serverAnswers } from "./server.ts";
import { staticAnswers } from "./static.ts";
import { withBuilt } from "./with-built.ts";

/** `canju export` puts `<meta name="canju-tables" content="tables/index.json">` into the page. */
const listing = document.querySelector<HTMLMetaElement>('meta[name="canju-tables"]')?.content;

const others = listing === undefined ? serverAnswers() : staticAnswers(listing);

/** The tables built in this browser. */
export const built = once(async () => {
  const [{ loadBuilt }, collection] = await Promise.all([import("./built.ts"), others.provider()]);
  return loadBuilt(collection);
});

export const answers: Answers = withBuilt(others, built);
