// When the user leaves a field. A blur does not say it: the page itself may move the focus, or the window may lose it.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Calls `onLeave` when the user presses or clicks outside of the element. A control that a key activates is clicked too. */
export function useLeaving(element: RefObject<Element | null>, onLeave: () => void): void {
  const latest = useRef(onLeave);
  useLayoutEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (element.current && target instanceof Node && !element.current.contains(target)) latest.current();
    };
    for (const type of ['pointerdown', 'click']) addEventListener(type, onPress, true);
    return () => {
      for (const type of ['pointerdown', 'click']) removeEventListener(type, onPress, true);
    };
  }, [element]);
}
