// Names in one line, for the audit log and for messages.

/** The first `most` of them, and how many more there are. */
export function namesIn(names: readonly string[], most: number): string {
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
