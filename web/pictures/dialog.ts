import { signal } from "@preact/signals";

/** Whether the dialog with pictures is open. */
export const arePicturesOpen = signal(false);
