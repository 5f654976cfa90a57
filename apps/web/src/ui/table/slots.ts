// Keys for React. After a search the row at each place takes over the elements of the row that was there before: to change
// their texts costs half of what new elements cost.

/** The key of a row at a place. Once it has a key, the row keeps it, also at another place. */
export type SlotOf = (key: string, place: number) => string;

/** Make new slots when the user has chosen other rows. */
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
