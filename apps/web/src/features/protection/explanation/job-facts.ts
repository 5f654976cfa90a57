// A backup job in words: when it runs, which guests it takes, what it keeps.
import type { BackupJob, Keep } from '@belfry/schema/protection/backup-job';
import { messages } from '../messages.ts';

export const scheduleText = ({ schedule, timeZone }: BackupJob): string =>
  timeZone === undefined ? schedule : messages.zone(schedule, timeZone);

export function selectionText({ selection, node }: BackupJob): string {
  const { selections } = messages;
  const text =
    selection.kind === 'all'
      ? selections.all(selection.exclude.length)
      : selection.kind === 'pool'
        ? selections.pool(selection.pool)
        : selections.guests(selection.vmids.length);
  return node === undefined ? text : messages.onNode(text, node);
}

const KEPT = ['last', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const;

/** "the last 3, 7 daily, 4 weekly". Without numbers everything is kept. */
export function keepText(keep: Keep | undefined): string {
  if (!keep) return messages.keepsAsStorage;
  const parts = keep.all ? [] : KEPT.flatMap((name) => (keep[name] ? messages.keep[name](keep[name]) : []));
  return parts.length === 0 ? messages.keepsAll : parts.join(', ');
}
