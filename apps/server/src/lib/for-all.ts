/** Runs for every item, also if it throws for some of them. Throws the first error afterwards. */
export function forAll<T>(items: Iterable<T>, run: (item: T) => void): void {
  let first: { error: unknown } | undefined;
  for (const item of items) {
    try {
      run(item);
    } catch (error) {
      first ??= { error };
    }
  }
  if (first) throw first.error;
}
