/** Texts and pictures that are taken away from the page. */

/** Has the browser save a text as a file. */
export function downloadText(name: string, text: string): void {
  downloadBlob(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

/** Has the browser save a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser has begun to read it by then
}

/**
 * Copies a text, in the old way where the browser has no clipboard for the page, as for a server by http, or does not let it
 * write there.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByField(text);
  }
}

function copyByField(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  // Nothing outside of a dialog can be selected while that is open.
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
