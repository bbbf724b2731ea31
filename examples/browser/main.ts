/** The value of a position and of each of its moves, from tables on a static host, read by byte ranges. */
import { DEFAULT_COLLECTION, httpCatalog, probe } from "canju/table";
import { parseLegalFen } from "canju/xiangqi";
import { CODECS } from "canju/zstd";

const fen = new URLSearchParams(location.search).get("fen") ?? "4k4/4a4/9/9/9/9/9/4R4/9/3K5 w";
const tables = httpCatalog(new URL("tables/", location.href).href, DEFAULT_COLLECTION, { codecs: CODECS });
try {
  const { endgame, category, distance, moves } = await probe(parseLegalFen(fen), tables);
  document.querySelector("h1")!.textContent = `${endgame}: ${category} ${distance ?? ""}`;
  for (const { chinese, best, category: after } of moves) {
    const item = document.createElement("li");
    item.textContent = `${chinese} ${after}${best ? " *" : ""}`;
    document.querySelector("ol")!.append(item);
  }
} catch (error) {
  document.querySelector("h1")!.textContent = (error as Error).message;
}
