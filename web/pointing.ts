import type { Signal } from "@preact/signals";

/** What an element needs to show something while it is pointed at or focused. */
export function pointing<Shown>(pointed: Signal<Shown | null>, shown: Shown) {
  const point = () => (pointed.value = shown);
  const unpoint = () => (pointed.value = null);
  return { onPointerEnter: point, onPointerLeave: unpoint, onFocus: point, onBlur: unpoint };
}
