import { test } from "vitest";
import { openShelf } from "../../src/solve/node/shelf.ts";
import { checkShelves } from "./shelf-suite.ts";
import { makeShelf } from "./shelves.ts";

test("a shelf in a file does what every shelf does", () => checkShelves(makeShelf, openShelf));
