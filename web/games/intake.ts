/** Takes games in: what is pasted anywhere, and files that are dropped. What reads them is loaded then. */
import { words } from "../words/spoken.ts";
import { announce } from "../explorer/Announcer.tsx";

const TYPING = "input, textarea, select, [contenteditable]";
const DROPPING = "dropping";

export function takeGamesIn(): void {
  document.addEventListener("paste", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || target.closest(TYPING) !== null || event.clipboardData === null) return;
    event.preventDefault();
    void take(event.clipboardData);
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

/** Reads what a clipboard or a drop holds. Its file and text are gone when the event is over. */
async function take(data: DataTransfer): Promise<void> {
  const file = data.files[0];
  const text = data.getData("text");
  if (file === undefined && text === "") return;
  try {
    const { openFile, openText } = await import("./open.ts");
    await (file === undefined ? openText(text) : openFile(file));
  } catch {
    announce(words.value.errors.offline); // the code that reads games could not be loaded
  }
}
