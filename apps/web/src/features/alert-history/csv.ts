// The history as CSV (RFC 4180), for a spreadsheet.
import { csvField } from '@belfry/domain/csv';
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

const cell = (value: string | number): string => (typeof value === 'number' ? String(value) : csvField(value));

export function historyCsv(entries: readonly HistoryEntry[]): string {
  const lines = [Object.keys(COLUMNS), ...entries.map((entry) => Object.values(COLUMNS).map((of) => of(entry)))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
