// Entries of the history → rows of the table, grouped by the day of their begin. Pure.
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { messages } from './messages.ts';

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

export type ResourceWord = keyof typeof messages.kinds;

const words: Readonly<Record<string, ResourceWord>> = {
  vms: 'VM',
  containers: 'CT',
  nodes: 'node',
  storage: 'storage',
  physicalDisks: 'disk',
  cephClusters: 'ceph',
  pveClusters: 'cluster',
  pbs: 'pbs',
  pmg: 'pmg',
  instances: 'instance',
  server: 'server',
};

/** What kind of resource an alert is about. */
export function resourceWord({ metadata }: Pick<HistoryEntry, 'metadata'>): ResourceWord {
  if (metadata?.resourceType === 'dockerHost' || metadata?.resourceType === 'dockerContainer')
    return metadata.resourceType;
  return words[metadata?.list ?? ''] ?? 'unknown';
}
