// The backups a view shows, as table or cards, or why there are none.

import { SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useGaps } from '../../../live/use-gaps.ts';
import { Button } from '../../../ui/button.tsx';
import { GapList } from '../../../ui/gap-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useHold } from '../../../ui/table/use-hold.ts';
import { useKeptGroups, useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import type { Backup } from '../backup.ts';
import type { Filters } from '../filters.ts';
import { messages } from '../messages.ts';
import { BackupCards } from './backup-cards.tsx';
import { BackupTable } from './backup-table.tsx';
import { finishedIn, type Mode, sortBackups, toRows } from './rows.ts';

/** The parts of this list that the account of Belfry may not read. */
const PARTS = /backup/;

interface BackupListProps {
  /** The backups that pass all filters but the one by day. */
  backups: readonly Backup[];
  /** The number of all backups, without filters. */
  total: number;
  mode: Mode;
  filters: Filters;
}

export function BackupList({ backups, total, mode, filters }: BackupListProps) {
  const wide = useAtLeast()('lg');
  // ages are shown in minutes or larger units
  const now = useNow(MINUTE_MS);
  const { search, type, node, day, sortKey, descending, grouping, relative } = filters;
  const { held, handlers } = useHold();
  const latest = useMemo(() => {
    const ofDay = day === null ? backups : backups.filter((backup) => backup.day === day);
    return sortBackups(ofDay, sortKey, descending);
  }, [backups, day, sortKey, descending]);
  const view = JSON.stringify([search, mode, type, node, day, sortKey, descending]);
  const sorted = useKeptOrder({ now: latest, all: latest, held, view });
  const make = useCallback(
    (before: readonly string[]) => toRows(sorted, { grouping, sortKey, descending }, now, before),
    [sorted, grouping, sortKey, descending, now],
  );
  const rows = useKeptGroups(held, make);
  const size = useMemo(() => sorted.reduce((sum, backup) => sum + (backup.size ?? 0), 0), [sorted]);
  const hasRemote = useMemo(() => sorted.some(({ backupType }) => backupType === 'remote'), [sorted]);
  const context = useMemo(() => ({ relative, now }), [relative, now]);
  const gaps = useGaps(PARTS);
  if (rows.length === 0)
    return (
      <Notice icon={<SearchX />} title={total === 0 ? messages.noData : messages.noMatch}>
        {total === 0 ? (
          <>
            {gaps.length === 0 && <p>{messages.noDataHint}</p>}
            <GapList gaps={gaps} of={(gap) => gap.host} />
          </>
        ) : (
          <Button look="framed" onClick={filters.reset}>
            {messages.reset}
          </Button>
        )}
      </Notice>
    );
  const { count, unfinished } = finishedIn(sorted);
  const legend = messages.summary(
    messages.listed(count, unfinished),
    size > 0 ? formatBytes(size) : undefined,
    hasRemote,
  );
  return wide ? (
    <BackupTable {...{ rows, context, mode, filters, legend }} hold={handlers} />
  ) : (
    <BackupCards rows={rows} context={context} legend={legend} />
  );
}
