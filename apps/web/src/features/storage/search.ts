// The search in storages and disks: `node:` names a node, and every other word must be found. Pure.

export interface WordSearch {
  /** In lower case, as are the words. Empty means any node. */
  nodes: string[];
  words: string[];
}

export function parseWords(text: string): WordSearch {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isNode = (word: string) => word.startsWith('node:');
  return {
    // after "node:" alone the user is still typing
    nodes: words.filter((word) => isNode(word) && word !== 'node:').map((word) => word.slice('node:'.length)),
    words: words.filter((word) => !isNode(word)),
  };
}

/** `nodes` and `texts` belong to the thing; their case does not matter. */
export function wordsMatch(search: WordSearch, nodes: readonly string[], texts: readonly string[]): boolean {
  if (search.nodes.length === 0 && search.words.length === 0) return true;
  const within = (list: readonly string[], wanted: string) => list.some((text) => text.toLowerCase().includes(wanted));
  return search.nodes.every((wanted) => within(nodes, wanted)) && search.words.every((wanted) => within(texts, wanted));
}
