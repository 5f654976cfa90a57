// Keys for React. After a search the row at each place takes over the elements of the row that was there before: to change
// their texts costs half of what new elements cost.
import { useState } from 'react';

/** The key of a row at a place. Once it has a key, the row keeps it, also at another place. */
export type SlotOf = (key: string, place: number) => string;

export function createSlots(): SlotOf {
  const slots = new Map<string, string>();
  const taken = new Set<string>();
  return (key, place) => {
    const known = slots.get(key);
    if (known !== undefined) return known;
    const slot = taken.has(String(place)) ? key : String(place);
    slots.set(key, slot);
    taken.add(slot);
    return slot;
  };
}

/** The slots of a table. With another `choice` of rows they are new ones. */
export function useSlots(choice: string): SlotOf {
  const [slots, setSlots] = useState(() => ({ choice, slotOf: createSlots() }));
  if (slots.choice === choice) return slots.slotOf;
  const next = { choice, slotOf: createSlots() };
  setSlots(next);
  return next.slotOf;
}
