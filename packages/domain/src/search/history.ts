// The searches somebody ran: newest first, each once, ten at most.

const HISTORY_LIMIT = 10;

/** The same text in another case replaces the old entry; blank text changes nothing. */
export function addSearch(history: readonly string[], text: string): string[] {
  const entry = text.trim();
  if (entry === '') return [...history];
  return [entry, ...removeSearch(history, entry)].slice(0, HISTORY_LIMIT);
}

export const removeSearch = (history: readonly string[], text: string): string[] =>
  history.filter((entry) => entry.toLowerCase() !== text.toLowerCase());
