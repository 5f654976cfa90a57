// How storages and disks are searched: `node:` names a node, every other word must be found. Pure.

export interface WordSearch {
  /** In lower case, as are the words. Empty: any node. */
  nodes: string[];
  words: string[];
}

export function parseWords(text: string): WordSearch {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isNode = (word: string) => word.startsWith('node:');
  return {
    // "node:" alone is still being typed
    nodes: words.filter((word) => isNode(word) && word !== 'node:').map((word) => word.slice('node:'.length)),
    words: words.filter((word) => !isNode(word)),
  };
}

/** `nodes` and `texts` of the thing, in any case. */
export function wordsMatch(search: WordSearch, nodes: readonly string[], texts: readonly string[]): boolean {
  if (search.nodes.length === 0 && search.words.length === 0) return true;
  const within = (list: readonly string[], wanted: string) => list.some((text) => text.toLowerCase().includes(wanted));
  return search.nodes.every((wanted) => within(nodes, wanted)) && search.words.every((wanted) => within(texts, wanted));
}
