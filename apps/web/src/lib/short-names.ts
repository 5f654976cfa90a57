// Names without the beginning that all of them share, for a line with little room. Pure.

/** "pve-south-01", "pve-south-02" → "01", "02". Names are cut after a separator only, and none of them to nothing. */
export function shortNames(names: readonly string[], before = ''): string[] {
  const [first = '', ...others] = before === '' ? names : [...names, `${before}-`];
  if (others.length === 0) return [...names];
  let shared = 0;
  while (shared < first.length && others.every((name) => name[shared] === first[shared])) shared++;
  const cut = first.slice(0, shared).search(/[-_. ][^-_. ]*$/) + 1;
  return names.some((name) => name.length === cut) ? [...names] : names.map((name) => name.slice(cut));
}
