import { signal } from "@preact/signals";

/** Whether the dialog that takes the position away is open. */
export const isSharing = signal(false);
