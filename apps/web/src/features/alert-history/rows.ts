// Entries of the history → rows of the table, grouped by the day of their begin. Pure.
import type { HistoryEntry } from '@belfry/schema/alerts/history';

interface DayRow {
  kind: 'group';
  key: string;
  /** Noon of the day, epoch ms. */
  noon: number;
  total: number;
  critical: number;
}
interface EntryRow {
  kind: 'entry';
  key: string;
  entry: HistoryEntry;
}
export type Row = DayRow | EntryRow;

/** The entries come from the server, the newest first. */
export function toRows(entries: readonly HistoryEntry[]): Row[] {
  const rows: Row[] = [];
  let day: DayRow | undefined;
  for (const entry of entries) {
    const at = new Date(entry.startTime);
    const noon = new Date(at.getFullYear(), at.getMonth(), at.getDate(), 12).getTime();
    if (day?.noon !== noon) {
      day = { kind: 'group', key: `day-${noon}`, noon, total: 0, critical: 0 };
      rows.push(day);
    }
    day.total++;
    if (entry.level === 'critical') day.critical++;
    rows.push({ kind: 'entry', key: entry.occurrence, entry });
  }
  return rows;
}
