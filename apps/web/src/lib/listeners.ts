/** Functions that are called at every change of something. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    announce(): void {
      for (const listener of all) listener();
    },
    /** Ends with the function that it returns. */
    subscribe(listener: () => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}
