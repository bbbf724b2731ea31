/** Takes games in: what is pasted anywhere, and files that are dropped. What reads them is loaded then. */
import { words } from "../words/spoken.ts";
import { announce } from "../shown/Announcer.tsx";

const TYPING = "input, textarea, select, [contenteditable]";
const DROPPING = "dropping";
/** No move, position, link or name of an endgame has so many characters: whatever is longer is taken for a game. */
export const MOST_OF_A_FIELD = 5000;

export function takeGamesIn(): void {
  document.addEventListener("paste", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const { clipboardData } = event;
    if (event.defaultPrevented || clipboardData === null) return;
    const isTyping = target.closest(TYPING) !== null;
    const isTooLong = target instanceof HTMLInputElement && clipboardData.getData("text").length > MOST_OF_A_FIELD;
    if (isTyping && !isTooLong) return;
    event.preventDefault();
    void take(clipboardData);
  });
  const hover = (event: DragEvent) => {
    if (!isOfUse(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = "copy";
    document.body.classList.add(DROPPING);
  };
  document.addEventListener("dragover", hover);
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove(DROPPING);
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove(DROPPING);
    if (event.defaultPrevented || !isOfUse(event.dataTransfer)) return;
    event.preventDefault();
    void take(event.dataTransfer!);
  });
}

function isOfUse(data: DataTransfer | null): boolean {
  return data !== null && data.types.includes("Files");
}

/** Reads what a clipboard or a drop holds. Its files and text are gone when the event is over. */
async function take(data: DataTransfer): Promise<void> {
  const files = [...data.files];
  const text = data.getData("text");
  if (files.length === 0 && text === "") return;
  try {
    const { openFiles, openText } = await import("./open.ts");
    await (files.length === 0 ? openText(text) : openFiles(files));
  } catch {
    announce(words.value.errors.offline); // the code that reads games could not be loaded
  }
}
