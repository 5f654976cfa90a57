// The search in storages and disks: `node:` names a node, `site:` a site, and every other word must be found. Pure.

export interface WordSearch {
  /** In lower case, as are the words. Empty means any node. */
  nodes: string[];
  sites: string[];
  words: string[];
}

export function parseWords(text: string): WordSearch {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const after = (field: string) =>
    // after "node:" alone the user is still typing
    words.flatMap((word) => (word.startsWith(field) && word !== field ? [word.slice(field.length)] : []));
  return {
    nodes: after('node:'),
    sites: after('site:'),
    words: words.filter((word) => !/^(node|site):/.test(word)),
  };
}

/** `nodes`, `texts` and the `site` belong to the thing; their case does not matter. */
export function wordsMatch(
  search: WordSearch,
  nodes: readonly string[],
  texts: readonly string[],
  site: string | undefined,
): boolean {
  const within = (list: readonly string[], wanted: string) => list.some((text) => text.toLowerCase().includes(wanted));
  return (
    search.nodes.every((wanted) => within(nodes, wanted)) &&
    search.sites.every((wanted) => within(site === undefined ? [] : [site], wanted)) &&
    search.words.every((wanted) => within(texts, wanted))
  );
}
