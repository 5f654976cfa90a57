// Entries of the journal by the day on which they were made. Pure.
import type { JournalEntry } from '@belfry/schema/journal/entry';

export interface Day {
  /** Noon of the day, epoch ms. */
  noon: number;
  entries: JournalEntry[];
}

/** The entries come from the server, the newest first. */
export function daysOf(entries: readonly JournalEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const noon = new Date(entry.at).setHours(12, 0, 0, 0);
    const last = days.at(-1);
    if (last?.noon === noon) last.entries.push(entry);
    else days.push({ noon, entries: [entry] });
  }
  return days;
}
