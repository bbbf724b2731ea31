/** The value of a position and of each of its moves, from a folder of tables: node probe.ts tables "<fen>" */
import { FolderCatalog } from "canju/node";
import { probe } from "canju/table";
import { InputError, parseLegalFen } from "canju/xiangqi";

const [folder = "tables", fen = "4k4/4a4/9/9/9/9/9/4R4/9/3K5 w"] = process.argv.slice(2);
const catalog = new FolderCatalog(folder);
try {
  const { endgame, category, distance, moves } = await probe(parseLegalFen(fen), catalog);
  console.log(`${endgame}: ${category}${distance === null ? "" : ` in ${distance} plies`}`);
  // What a move leads to is told as the opponent sees it.
  for (const move of moves) console.log(`${move.best ? "*" : " "} ${move.uci} ${move.chinese}  ${move.category}`);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(`${error.code}: ${error.message}`); // a FEN that is none, a table that is missing or damaged
} finally {
  await catalog.close();
}
