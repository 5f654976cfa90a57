// The history as CSV (RFC 4180), for a spreadsheet.
import type { HistoryEntry } from '@belfry/schema/alerts/history';

const COLUMNS = {
  started: ({ startTime }: HistoryEntry) => startTime,
  ended: ({ resolvedAt }: HistoryEntry) => resolvedAt ?? '',
  duration_seconds: ({ duration }: HistoryEntry) => duration,
  resource: ({ resourceName }: HistoryEntry) => resourceName,
  resource_id: ({ resourceId }: HistoryEntry) => resourceId,
  type: ({ type }: HistoryEntry) => type,
  severity: ({ level }: HistoryEntry) => level,
  message: ({ message }: HistoryEntry) => message,
  peak: ({ peakValue }: HistoryEntry) => peakValue,
  threshold: ({ threshold }: HistoryEntry) => threshold,
  status: ({ status }: HistoryEntry) => status,
  acknowledged_by: ({ ackUser }: HistoryEntry) => ackUser ?? '',
  node: ({ node }: HistoryEntry) => node,
  instance: ({ instance }: HistoryEntry) => instance,
  late: ({ late }: HistoryEntry) => late ?? '',
};

/** A text that a spreadsheet would calculate gets an apostrophe, because names come from guests. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function historyCsv(entries: readonly HistoryEntry[]): string {
  const lines = [Object.keys(COLUMNS), ...entries.map((entry) => Object.values(COLUMNS).map((of) => of(entry)))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
