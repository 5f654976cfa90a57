// Which lists of guests have the same facts and differ in readings only, so that whoever needs no readings need not look into them.

/** By list. Lists with the same object have the same entities with the same facts. */
const known = new WeakMap<readonly object[], object>();

/** The same object for lists with the same facts. A list has an object of its own until `keepFacts` gives it that of another. */
export function factsOf(list: readonly object[]): object {
  const facts = known.get(list) ?? {};
  known.set(list, facts);
  return facts;
}

/** Only readings of its entities are others than in `before`. */
export const keepFacts = (list: readonly object[], before: readonly object[]): void =>
  void known.set(list, factsOf(before));
