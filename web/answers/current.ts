/** The answers of this page, chosen once: an export's page names its list of tables, a server's does not. */
import type { Answers } from "./answers.ts";
import { serverAnswers } from "./server.ts";
import { staticAnswers } from "./static.ts";

/** `canju export` puts `<meta name="canju-tables" content="tables/index.json">` into the page. */
const listing = document.querySelector<HTMLMetaElement>('meta[name="canju-tables"]')?.content;

export const answers: Answers = listing === undefined ? serverAnswers() : staticAnswers(listing);
