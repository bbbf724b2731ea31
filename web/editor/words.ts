/** What the editor says. */
export interface EditorWords {
  readonly men: string;
  readonly help: string;
  readonly place: (man: string) => string;
  readonly drag: string;
  readonly remove: string;
  readonly undo: string;
  readonly clear: string;
  readonly mirror: string;
  readonly swap: string;
  readonly sideToMove: string;
  readonly possible: string;
  readonly impossible: string;
  readonly lookUp: string;
  readonly play: string;
  readonly texts: string;
  readonly paste: string;
  readonly pasteHint: string;
  readonly take: string;
  readonly paiCode: string;
  readonly link: string;
  readonly copy: string;
}
