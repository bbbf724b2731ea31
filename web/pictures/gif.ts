/**
 * A game as a moving picture in GIF, which every program shows: the card of the position with the men moving on it. A frame after
 * the first holds the pixels that change alone.
 */
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import { cardSize, drawCard, type Caption } from "../../src/say/pictures/card.ts";
import { WOOD } from "../../src/say/pictures/geometry.ts";
import { manSvg, type MenStyle } from "../../src/say/pictures/men.ts";
import { drawPosition, HALF, MARK, place } from "../../src/say/pictures/picture.ts";
import { moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { colourOf, EMPTY, roleOf, type Piece } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { SQUARES, type Square } from "../../src/xiangqi/squares.ts";
import { inSlices } from "../base/slices.ts";
import type { Game } from "../state/game.ts";
import { canvasOf, imageOf } from "./svg.ts";

/** Pixels from side to side. */
const WIDTH = 480;
const ZOOM = WIDTH / WOOD.width;
const COLOURS = 127;
/** Milliseconds that the start, each move and the end are shown, and that a man takes for each part of its way. */
const [START, MOVE, END, STEP] = [1200, 1000, 3000, 70];
/** Parts of the way of a man; long games have none, to stay small. */
const PARTS = [0.3, 0.7];
const MOST_MOVED = 60;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface GifOptions {
  readonly men: MenStyle;
  readonly flipped: boolean;
  readonly caption: Caption;
  /** Told the share of the moves that are drawn. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

export async function gifOf(game: Game, options: GifOptions): Promise<Blob> {
  const painter = await painterOf(game, options);
  const bytes = await inSlices(framesOf(game, painter, options.onProgress), options.signal);
  return new Blob([bytes], { type: "image/gif" });
}

type Painter = Awaited<ReturnType<typeof painterOf>>;

/** Paints positions of a game on one canvas. */
async function painterOf(game: Game, { men, flipped, caption }: GifOptions) {
  const height = Math.round(cardSize(caption).height * ZOOM);
  const canvas = canvasOf(WIDTH, height);
  const nobody = { ...game.positions[0]!, board: new Uint8Array(SQUARES) };
  const ground = await imageOf(drawCard(drawPosition(nobody, { flipped, isFlat: true }), caption));
  const pieces = [...new Set(game.positions[0]!.board)].filter((piece) => piece !== EMPTY);
  const images = new Map<Piece, HTMLImageElement>();
  for (const piece of pieces) images.set(piece, await imageOf(manSvg(colourOf(piece), roleOf(piece), men)));
  const mark = await imageOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 94 94" width="94" height="94">${MARK}</svg>`,
  );
  const side = 2 * HALF * ZOOM;
  const pixel = (square: Square) => {
    const [left, top] = place(square, flipped);
    return [(left - WOOD.x) * ZOOM, (top - WOOD.y) * ZOOM] as const;
  };
  /** @param man a man on its way, and how far it has come */
  function paint(
    position: Position,
    marked: readonly Square[],
    man: { from: Square; to: Square; part: number } | null,
  ) {
    canvas.drawImage(ground, 0, 0, WIDTH, height);
    const put = (image: CanvasImageSource, [left, top]: readonly [number, number]) =>
      canvas.drawImage(image, left, top, side, side);
    for (const square of marked) put(mark, pixel(square));
    for (const [square, piece] of position.board.entries()) {
      if (piece !== EMPTY && square !== man?.from) put(images.get(piece)!, pixel(square));
    }
    if (man === null) return;
    const [[left, top], [right, bottom]] = [pixel(man.from), pixel(man.to)];
    const at = [left + man.part * (right - left), top + man.part * (bottom - top)] as const;
    put(images.get(position.board[man.from]!)!, at);
  }
  /** The pixels that a move may change. */
  function around(squares: readonly Square[]): Box {
    const [lefts, tops] = [squares.map((each) => pixel(each)[0]), squares.map((each) => pixel(each)[1])];
    const left = Math.max(0, Math.floor(Math.min(...lefts)) - 3);
    const top = Math.max(0, Math.floor(Math.min(...tops)) - 3);
    const right = Math.min(WIDTH, Math.ceil(Math.max(...lefts) + side) + 3);
    return { left, top, width: right - left, height: Math.ceil(Math.max(...tops) + side) + 3 - top };
  }
  const pixels = ({ left, top, width, height: high }: Box) => canvas.getImageData(left, top, width, high).data;
  return { paint, around, pixels, whole: { left: 0, top: 0, width: WIDTH, height } };
}

function* framesOf(
  { positions, moves }: Game,
  { paint, around, pixels, whole }: Painter,
  onProgress: (share: number) => void,
): Generator<void, Uint8Array<ArrayBuffer>> {
  const gif = GIFEncoder();
  const opening = moves.length === 0 ? [] : [moveFrom(moves[0]!), moveTo(moves[0]!)];
  paint(positions[0]!, opening, null); // with the marks' colour among those that are chosen
  yield;
  const palette = quantize(pixels(whole), COLOURS);
  const clear = palette.length;
  const table = [...palette, [0, 0, 0]];
  const area = whole.width * whole.height;
  paint(positions[0]!, [], null);
  yield;
  const shown = applyPalette(pixels(whole), palette);
  gif.writeFrame(shown, whole.width, whole.height, { palette: table, delay: START });
  const parts = moves.length > MOST_MOVED ? [] : PARTS;
  let before: readonly Square[] = [];
  for (const [i, move] of moves.entries()) {
    const [from, to] = [moveFrom(move), moveTo(move)];
    const box = around([from, to, ...before]);
    const write = (delay: number) => {
      const index = new Uint8Array(area).fill(clear);
      const changed = applyPalette(pixels(box), palette);
      for (const [pixel, colour] of changed.entries()) {
        const at = (box.top + Math.floor(pixel / box.width)) * whole.width + box.left + (pixel % box.width);
        if (shown[at] !== colour) index[at] = shown[at] = colour;
      }
      gif.writeFrame(index, whole.width, whole.height, {
        delay,
        transparent: true,
        transparentIndex: clear,
        dispose: 1,
      });
    };
    for (const part of parts) {
      paint(positions[i]!, [from], { from, to, part });
      write(STEP);
      yield;
    }
    paint(positions[i + 1]!, [from, to], null);
    write(i + 1 === moves.length ? END : MOVE);
    before = [from, to];
    onProgress((i + 1) / moves.length);
    yield;
  }
  gif.finish();
  return gif.bytes();
}
