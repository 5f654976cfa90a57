// The entries as a table, grouped by day. An entry that is still active has the edge of its severity.
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { type ReactNode, useMemo } from 'react';
import { dayName } from '../../lib/near-moment.ts';
import type { ChosenColumns } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { historyColumns } from './columns.tsx';
import { messages } from './messages.ts';
import { toRows } from './rows.ts';

const noContext = {};

interface EntryTableProps {
  entries: readonly HistoryEntry[];
  /** Epoch ms. */
  now: number;
  chosen: ChosenColumns;
  onChoose(chosen: ChosenColumns): void;
  legend: ReactNode;
}

export function EntryTable({ entries, now, chosen, onChoose, legend }: EntryTableProps) {
  const rows = useMemo(() => toRows(entries), [entries]);
  return (
    <div className="mt-2">
      <DataTable
        label={messages.list}
        role="grid"
        rows={rows}
        columns={historyColumns}
        chosen={chosen}
        onChoose={onChoose}
        group={({ noon: day, total, critical }) => (
          <>
            <b className="font-semibold text-text">{dayName(day, now, messages)}</b>{' '}
            <span className="ml-1 text-mute tabular-nums">{messages.day(total, critical)}</span>
          </>
        )}
        item={({ key, entry }, place) => (
          <ItemRow
            key={key}
            place={place}
            item={entry}
            context={noContext}
            mark={
              entry.status === 'active' ? entry.level : entry.status === 'acknowledged' ? 'acknowledged' : undefined
            }
          />
        )}
        legend={legend}
      />
    </div>
  );
}
