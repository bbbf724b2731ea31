import type { Signal } from "@preact/signals";

/** Ends when a mouse leaves or a finger begins to scroll. A finger that is lifted leaves as well: what it tapped stays shown. */
function leaving(leave: () => void) {
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== "touch") leave();
  };
  return { onPointerLeave, onPointerCancel: leave };
}

/** What an element needs to show something while it is pointed at or focused. */
export function pointing<Shown>(pointed: Signal<Shown | null>, shown: Shown) {
  const point = () => (pointed.value = shown);
  const unpoint = () => (pointed.value = null);
  return { ...leaving(unpoint), onPointerEnter: point, onFocus: point, onBlur: unpoint };
}

/** What an element needs to follow the place in it that is pointed at. */
export function following(follow: (event: PointerEvent) => void, leave: () => void) {
  return { ...leaving(leave), onPointerDown: follow, onPointerMove: follow };
}
