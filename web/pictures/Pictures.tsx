/** Pictures of the position and of the game, to be saved or printed. */
import { useEffect, useRef, useState } from "preact/hooks";
import { MOST_EMBEDDED_MOVES } from "../../src/say/pictures/embedded.ts";
import { drawLine, drawPosition, type PictureOptions } from "../../src/say/pictures/picture.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { answers } from "../answers/current.ts";
import { useAttempts } from "../answers/attempt.ts";
import { addressOf, addressOfGame } from "../state/address.ts";
import { flipped, game, lastMove, position } from "../state/page.ts";
import { pieceSet } from "../state/preferences.ts";
import { copyText, downloadBlob } from "../base/take-away.ts";
import { useGamesWords, words } from "../words/spoken.ts";
import "../games/games.css";
import { arePicturesOpen } from "./dialog.ts";
import { addressOfSvg, SVG } from "./svg.ts";
import { Failure } from "../shown/trouble-text.tsx";

/** Pixels of a PNG: sharp on any screen; what is printed large is better an SVG. */
const WIDTH = 968;

export function Pictures() {
  const say = useGamesWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const { attempt, failure } = useAttempts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (say !== null) dialog.current!.showModal();
  }, [say]);
  if (say === null) return null;
  const options = { flipped: flipped.value, men: pieceSet.value, title: formatFen(position.value) };
  const drawStill = (more: PictureOptions) =>
    drawPosition(position.value, { ...options, lastMove: lastMove.value, ...more });
  const still = drawStill({});
  const { positions, moves } = game.value;
  const save = (name: string, svg: string) => downloadBlob(name, new Blob([svg], { type: SVG }));
  return (
    <dialog
      class="games pictures"
      ref={dialog}
      aria-labelledby="pictures-title"
      onClose={() => (arePicturesOpen.value = false)}
    >
      <h2 id="pictures-title">{say.pictures}</h2>
      <img src={addressOfSvg(still)} alt={options.title} width="242" height="272" />
      <div class="row">
        <button type="button" onClick={() => save("canju.svg", still)}>
          SVG
        </button>
        <button
          type="button"
          onClick={() => attempt(async () => downloadBlob("canju.png", await paint(drawStill({ isFlat: true }))))}
        >
          PNG
        </button>
        {moves.length > 0 && (
          <button type="button" onClick={() => save("canju-line.svg", drawLine(positions[0]!, moves, options))}>
            {say.animated}
          </button>
        )}
        <button
          type="button"
          onClick={() => attempt(() => copyText(codeOf(embedAddress())).then(() => setCopied(true)))}
        >
          {copied ? words.value.copied : say.embed}
        </button>
        <button
          type="button"
          onClick={() => {
            dialog.current!.close();
            requestAnimationFrame(() => window.print());
          }}
        >
          {say.print}
        </button>
        <button type="button" onClick={() => dialog.current!.close()}>
          {words.value.help.close}
        </button>
      </div>
      <Failure of={failure} />
    </dialog>
  );
}

/** Where the host shows the game, or the position, to be framed by other sites. */
function embedAddress(): string {
  const { positions, moves, played } = game.value;
  const whole = { positions, moves: moves.slice(0, MOST_EMBEDDED_MOVES), played };
  const query = moves.length > 0 ? addressOfGame(whole) : addressOf(position.value);
  const file = answers().kind === "server" ? "embed" : "embed.html";
  return new URL(`${file}${query}${flipped.value ? "&from=black" : ""}`, location.href).href;
}

function codeOf(address: string): string {
  return `<iframe src="${address.replaceAll("&", "&amp;")}" width="360" height="430" style="border:0"></iframe>`;
}

/** An SVG as a PNG. */
async function paint(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = addressOfSvg(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser made no picture")) : resolve(blob)));
  });
}
