/** Which endgames captures lead to, as a list and as a graph with all that follows; and where one can come from. */
import { canonicalEndgame, parseEndgame, wholeEndgame } from "../../src/endgame/endgame.ts";
import { conversions, subEndgames } from "../../src/endgame/graph.ts";
import { conesIn } from "../../src/table/catalog/catalog.ts";
import type { TableSummary } from "../answers/answers.ts";
import { openView } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { addressOfView } from "../state/address.ts";
import { EndgameLink } from "../shown/EndgameName.tsx";
import { layOutGraph, NODE, type Edge } from "./graph.ts";
import { EndgameMen, Man } from "./Men.tsx";

export function SubEndgames({ name, tables }: { name: string; tables: readonly TableSummary[] }) {
  const say = words.value;
  const endgame = parseEndgame(name);
  const captures = conversions(endgame);
  const parents = tables.filter((table) => subEndgames(parseEndgame(table.endgame)).some((sub) => sub.name === name));
  if (captures.length === 0 && parents.length === 0) return null;
  const here = new Set(tables.map((table) => table.endgame));
  const parts = conesIn(here);
  return (
    <section class="sheet" aria-labelledby="graph">
      <h3 id="graph">{say.endgames.graph}</h3>
      <ul class="captures">
        {captures.map(({ lost, endgame: rest }) => {
          const sub = canonicalEndgame(rest).endgame.name;
          return (
            <li key={`${lost.colour} ${lost.role}`}>
              <Man {...lost} /> {say.endgames.loses(say.colours[lost.colour], say.roles[lost.role])}
              {" → "}
              <EndgameLink to={sub} />
              {!here.has(sub) && <small> ({parts.has(sub) ? say.endgames.partHere : say.endgames.notHere})</small>}
            </li>
          );
        })}
      </ul>
      {captures.length > 0 && <Graph name={name} here={here} />}
      {parents.length > 0 && (
        <p class="parents">
          {say.labelled(say.endgames.comesFrom, "")}
          {parents.map((table) => (
            <EndgameLink key={table.endgame} to={table.endgame} />
          ))}
        </p>
      )}
    </section>
  );
}

/** So that the discs of all men fit into a node, each of them one and a third as wide. */
function menSize(endgame: string): number {
  return Math.min(12, (NODE.width - 12) / (1.35 * wholeEndgame(parseEndgame(endgame)).name.length + 0.8));
}

/** A node has room for a name, or for the ranks of a cone, whose men it shows. */
function labelOf(endgame: string): string {
  return endgame.replace(/^.*\.from/, "");
}

function Graph({ name, here }: { name: string; here: ReadonlySet<string> }) {
  const say = words.value;
  const { nodes, edges, width, height } = layOutGraph(name);
  const open = (event: MouseEvent, to: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openView("endgames", to);
  };
  const describe = ({ lost }: Edge) => say.endgames.loses(say.colours[lost.colour], say.roles[lost.role]);
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label={say.endgames.graph}>
        <svg
          class="graph"
          viewBox={`0 0 ${width} ${height}`}
          style={`width:min(100%,${width}px);min-width:${Math.round(0.8 * width)}px`}
        >
          {edges.map((edge) => (
            <path
              key={`${edge.from} ${edge.to} ${edge.lost.colour} ${edge.lost.role}`}
              class={edge.lost.colour}
              d={edge.path}
            >
              <title>{describe(edge)}</title>
            </path>
          ))}
          {nodes.map(({ endgame, x, y }) => (
            <a
              key={endgame}
              href={addressOfView("endgames", endgame)}
              class={`node ${here.has(endgame) ? "" : "absent"} ${endgame === name ? "shown" : ""}`}
              aria-label={`${say.endgames.name(endgame)} ${endgame}`}
              onClick={(event) => open(event as unknown as MouseEvent, endgame)}
            >
              <title>{say.endgames.name(endgame)}</title>
              <rect x={x} y={y} width={NODE.width} height={NODE.height} rx="7" />
              <foreignObject x={x} y={y + 4} width={NODE.width} height={22} style={`font-size:${menSize(endgame)}px`}>
                <EndgameMen endgame={endgame} />
              </foreignObject>
              <text x={x + NODE.width / 2} y={y + NODE.height - 6} text-anchor="middle">
                {labelOf(endgame)}
              </text>
            </a>
          ))}
        </svg>
      </div>
      <p class="hint">{say.endgames.graphHelp}</p>
    </>
  );
}
