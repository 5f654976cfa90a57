// Whether rows must keep their places: the user points at the table or moves through it with the keyboard.
import { useEffect, useRef, useState } from 'react';

/** A pointer that rests on the table for long must not stop the sorting. */
const IDLE_MS = 60_000;

export interface Hold {
  held: boolean;
  handlers: {
    onPointerEnter(event: { pointerType: string }): void;
    onPointerMove(event: { pointerType: string }): void;
    onPointerLeave(): void;
    onFocus(event: { target: Element }): void;
    onBlur(event: { currentTarget: Element; relatedTarget: EventTarget | null }): void;
    onKeyDownCapture(): void;
  };
}

export function useHold(): Hold {
  const [held, setHeld] = useState(false);
  const inside = useRef({ pointer: false, focus: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const settle = (change: Partial<typeof inside.current>) => {
    Object.assign(inside.current, change);
    const holding = inside.current.pointer || inside.current.focus;
    clearTimeout(timer.current);
    if (holding) timer.current = setTimeout(() => setHeld(false), IDLE_MS);
    setHeld(holding);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // a finger scrolls and does not point
  const point = ({ pointerType }: { pointerType: string }) => pointerType !== 'touch' && settle({ pointer: true });
  return {
    held,
    handlers: {
      onPointerEnter: point,
      onPointerMove: point,
      onPointerLeave: () => settle({ pointer: false }),
      // a click focuses too; that focus ends when the pointer leaves
      onFocus: ({ target }) => settle({ focus: target.matches(':focus-visible') }),
      onBlur: ({ currentTarget, relatedTarget }) =>
        settle({ focus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget) }),
      onKeyDownCapture: () => settle({}),
    },
  };
}
