/** What the core asks of the study of solvers (src/doors/cli/packages.ts): its command. */
import { registerStudy } from "./study-command.ts";

export const commands = { study: registerStudy };
