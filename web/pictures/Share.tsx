/** Takes the position and its game away: as a picture with what is said of it, a moving picture, a link, on paper. */
import { correction, generate } from "lean-qr";
import { useEffect, useRef, useState } from "preact/hooks";
import { drawCard, type Caption, type QrCode } from "../../src/say/pictures/card.ts";
import { MOST_EMBEDDED_MOVES } from "../../src/say/pictures/embedded.ts";
import { drawLine, drawPosition, type PictureOptions } from "../../src/say/pictures/picture.ts";
import { endgameOf } from "../../src/endgame/endgame.ts";
import { MOST_LINE } from "../../src/xiangqi/games/lesson.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { answers } from "../answers/current.ts";
import { useAttempts } from "../answers/use-answer.ts";
import { addressOf, addressOfGame, addressToShare } from "../state/address.ts";
import { answer } from "../state/answer.ts";
import { forcedWin, saidByAtlas, sayProven } from "../state/without-table.ts";
import { flipped, game, isOpening, isSharing, lastMove, openView, position, valuesHidden } from "../state/page.ts";
import { addToLesson, lessons } from "../state/lessons.ts";
import { men } from "../state/drawn-men.ts";
import { copyText, downloadBlob } from "../base/take-away.ts";
import { Icon } from "../base/Icon.tsx";
import { decidedIn, sayDecided } from "../shown/decided.ts";
import { Failure } from "../shown/trouble-text.tsx";
import type { ShareWords } from "../words/en/share.ts";
import { language, useShareWords, words } from "../words/spoken.ts";
import "../games/games.css";
import "./share.css";
import { addressOfBlob, pngOf, SVG } from "./svg.ts";

/** Pixels of a PNG: sharp on any screen; what is printed large is better an SVG. */
const WIDTH = 968;
/** Of a link in a code, in characters: telephones read no denser ones from a screen. */
const MOST_IN_CODE = 600;

export function Share() {
  const say = useShareWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (say !== null) dialog.current!.showModal();
  }, [say === null]);
  if (say === null) return null;
  return (
    <dialog class="games share" ref={dialog} aria-labelledby="share-title" onClose={() => (isSharing.value = false)}>
      <h2 id="share-title" tabIndex={-1} autofocus>
        {say.title}
      </h2>
      <Sheet say={say} close={() => dialog.current!.close()} />
    </dialog>
  );
}

/** What is known of the position shown; empty where nothing is. */
function verdictShown(): string {
  const say = words.value;
  const shown = decidedIn(answer.value);
  if (shown !== null) return sayDecided(position.value, shown, say);
  if (forcedWin.value !== null) return sayProven(forcedWin.value, say);
  return saidByAtlas.value?.isOfPosition === true ? saidByAtlas.value.text : "";
}

function nameShown(): string {
  const say = words.value;
  return isOpening.value ? say.openingPosition : say.endgames.name(endgameOf(position.value.board).name);
}

function codeOf(link: string): QrCode {
  return generate(link, { minCorrectionLevel: correction.L });
}

function Sheet({ say, close }: { say: ShareWords; close: () => void }) {
  const { attempt, failure } = useAttempts();
  const [title, setTitle] = useState(nameShown);
  const [isTold, setTold] = useState(!valuesHidden.value);
  const [done, setDone] = useState("");
  const verdict = verdictShown();
  const at = position.value;
  const link = new URL(addressToShare(), location.href).href;
  const short = link.length <= MOST_IN_CODE ? link : new URL(addressOf(at), location.href).href;
  const caption: Caption = {
    title,
    turn: at.turn,
    toMove: words.value.toMove(words.value.colours[at.turn]),
    verdict: isTold ? verdict : "",
    qr: codeOf(short),
  };
  const picture = usePicture(drawCard(drawStill({ isFlat: true }), caption));
  const copy = (text: string) => attempt(() => copyText(text).then(() => setDone(words.value.copied)));
  const text = [title, caption.toMove, caption.verdict].filter((each) => each !== "").join(" · ");
  return (
    <>
      <div class="share-body">
        {picture === null ? (
          <p class="picture hint patience">{words.value.loading}</p>
        ) : (
          <img class="picture" src={picture.address} alt={text} />
        )}
        <div class="share-choices">
          <label>
            {say.name}
            <input type="text" value={title} maxLength={60} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
          {verdict !== "" && (
            <label class="choice">
              <input type="checkbox" checked={isTold} onChange={() => setTold(!isTold)} />
              {say.withVerdict}
            </label>
          )}
          <label>
            {say.link}
            <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          {short !== link && <p class="hint">{say.codeIsShort}</p>}
          <div class="row">
            {picture !== null && <Send picture={picture.blob} text={text} link={link} say={say} />}
            <button type="button" disabled={picture === null} onClick={() => downloadBlob("canju.png", picture!.blob)}>
              <Icon name="picture" /> {say.savePicture}
            </button>
            <button type="button" onClick={() => copy(link)}>
              <Icon name="link" /> {say.copyLink}
            </button>
          </div>
          {game.value.moves.length > 0 && <Moving caption={captionOfStart(caption)} say={say} />}
          <div class="row">
            <SvgButtons say={say} />
            <button type="button" onClick={() => copy(frameOf(embedAddress()))}>
              {say.embed}
            </button>
            <button type="button" onClick={() => printPage(close)}>
              {say.print}
            </button>
          </div>
          <ToLesson say={say} close={close} />
          <p class="hint" role="status">
            {done}
          </p>
          <Failure of={failure} />
        </div>
      </div>
      <button type="button" onClick={close}>
        {words.value.help.close}
      </button>
    </>
  );
}

/** A moving picture begins with the game: whose turn it is there, and the verdict only where that is of the start. */
function captionOfStart(caption: Caption): Caption {
  const { positions, played } = game.value;
  const { turn } = positions[0]!;
  const { toMove, colours } = words.value;
  return { ...caption, turn, toMove: toMove(colours[turn]), verdict: played === 0 ? caption.verdict : "" };
}

function printPage(close: () => void): void {
  close();
  requestAnimationFrame(() => window.print());
}

/** Puts the position shown, with what follows it, into the lesson that is worked on. */
function ToLesson({ say, close }: { say: ShareWords; close: () => void }) {
  const [told, setTold] = useState("");
  const add = () => {
    const { moves, played } = game.value;
    const count = addToLesson({ start: position.value, moves: moves.slice(played, played + MOST_LINE), note: "" });
    setTold(count === null ? say.full : say.added(count));
  };
  const open = () => {
    close();
    openView("lesson");
  };
  return (
    <div class="row">
      <button type="button" onClick={add}>
        <Icon name="studies" /> {say.add}
      </button>
      {lessons.value.length > 0 && (
        <button type="button" onClick={open}>
          {say.openLesson}
        </button>
      )}
      <span role="status">{told}</span>
    </div>
  );
}

function look(): PictureOptions {
  return { flipped: flipped.value, men: men.value, title: formatFen(position.value) };
}

function drawStill(more: PictureOptions = {}): string {
  return drawPosition(position.value, { ...look(), lastMove: lastMove.value, ...more });
}

/** Drawings that are sharp at any size: for print, and for other sites. */
function SvgButtons({ say }: { say: ShareWords }) {
  const { positions, moves } = game.value;
  const save = (name: string, svg: string) => downloadBlob(name, new Blob([svg], { type: SVG }));
  return (
    <>
      <button type="button" onClick={() => save("canju.svg", drawStill())}>
        SVG
      </button>
      {moves.length > 0 && (
        <button type="button" onClick={() => save("canju-line.svg", drawLine(positions[0]!, moves, look()))}>
          {say.movingSvg}
        </button>
      )}
    </>
  );
}

interface Painted {
  readonly blob: Blob;
  readonly address: string;
}

/** The card as a PNG: it must be there before it is asked for, since browsers send only what a click does at once. */
function usePicture(svg: string): Painted | null {
  const [picture, setPicture] = useState<Painted | null>(null);
  useEffect(() => {
    let isLatest = true;
    const wait = setTimeout(
      async () => {
        const blob = await pngOf(svg, WIDTH);
        const address = await addressOfBlob(blob);
        if (isLatest) setPicture({ blob, address });
      },
      picture === null ? 0 : 200,
    );
    return () => {
      isLatest = false;
      clearTimeout(wait);
    };
  }, [svg]);
  return picture;
}

/** Hands the picture and the link to another program, where the browser can. */
function Send({ picture, text, link, say }: { picture: Blob; text: string; link: string; say: ShareWords }) {
  if (typeof navigator.share !== "function") return null;
  const send = () => {
    const files = [new File([picture], "canju.png", { type: "image/png" })];
    const whole = { files, title: text, text, url: link };
    const data = navigator.canShare?.(whole) === true ? whole : { title: text, text, url: link };
    navigator.share(data).catch(() => {}); // whoever changes their mind has not failed
  };
  return (
    <button type="button" class="primary" onClick={send}>
      <Icon name="share" /> {say.send}
    </button>
  );
}

/** The game as a GIF, made when it is asked for. */
function Moving({ caption, say }: { caption: Caption; say: ShareWords }) {
  const [share, setShare] = useState<number | null>(null);
  const [made, setMade] = useState<{ readonly of: object; readonly address: string } | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const now = game.value;
  const make = async () => {
    work.current?.abort();
    const { signal } = (work.current = new AbortController());
    setShare(0);
    try {
      const { gifOf } = await import("./gif.ts");
      const whole = { ...now, moves: now.moves.slice(0, MOST_EMBEDDED_MOVES) };
      const seen = { men: men.value, flipped: flipped.value };
      const gif = await gifOf(whole, { ...seen, caption, onProgress: setShare, signal });
      downloadBlob("canju.gif", gif);
      setMade({ of: now, address: await addressOfBlob(gif) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setShare(null);
    }
  };
  return (
    <>
      <div class="row">
        <button type="button" disabled={share !== null} onClick={() => void make()}>
          <Icon name="play" /> {say.gif}
        </button>
        {share !== null && <progress value={share} aria-label={say.gif} />}
      </div>
      {made?.of === now && <img class="picture moving" src={made.address} alt={say.gif} />}
    </>
  );
}

/** Where the host shows the game, or the position, to be framed by other sites. */
function embedAddress(): string {
  const { positions, moves, played } = game.value;
  const whole = { positions, moves: moves.slice(0, MOST_EMBEDDED_MOVES), played };
  const query = moves.length > 0 ? addressOfGame(whole) : addressOf(position.value);
  const file = answers().kind === "server" ? "embed" : "embed.html";
  return new URL(`${file}${query}&lang=${language.value}${flipped.value ? "&from=black" : ""}`, location.href).href;
}

function frameOf(address: string): string {
  return `<iframe src="${address.replaceAll("&", "&amp;")}" width="360" height="430" style="border:0"></iframe>`;
}
