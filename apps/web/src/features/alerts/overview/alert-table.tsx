// The active alerts in groups, each with its details.
import type { Alert } from '@belfry/schema/entities/alert';
import { useState } from 'react';
import { formatCount } from '../../../lib/language/format.ts';
import { NoneFound } from '../../../ui/none-found.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { rowHeights } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { useHold } from '../../../ui/table/use-hold.ts';
import type { Acknowledging } from '../use-acknowledging.ts';
import { AlertDetail } from './alert-detail.tsx';
import { alertColumns } from './columns.tsx';
import { messages } from './messages.ts';
import { standingOf } from './rows.ts';
import { useRows } from './use-rows.ts';
import type { OverviewView } from './view.ts';

const heights = rowHeights({ item: 31, detail: 180 }, { item: 74, detail: 420 });

interface AlertTableProps {
  alerts: readonly Alert[];
  acknowledging: Acknowledging;
  mayAct: boolean;
  view: OverviewView;
  onReset(): void;
}

export function AlertTable({ alerts, acknowledging, mayAct, view, onReset }: AlertTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { held, handlers } = useHold();
  const { rows, shown } = useRows(alerts, view, opened, held);
  const search = view.search.trim();
  return (
    <DataTable
      label={messages.table}
      role="treegrid"
      rows={rows}
      columns={mayAct ? alertColumns.toAct : alertColumns.toRead}
      heights={heights}
      measured
      hold={handlers}
      onOpen={({ key }) => setOpened((before) => toggled(before, key))}
      group={({ standing, count }) => (
        <span>
          <b className="font-semibold text-text">{messages.groups[standing]}</b> {formatCount(count)}
          <span className="text-mute">{messages.groupHints[standing]}</span>
        </span>
      )}
      item={({ key, alert }, place) => {
        const expanded = opened.has(key);
        const context = {
          expanded,
          onAcknowledge: mayAct ? acknowledging.set : undefined,
          locked: acknowledging.isLocked(key),
        };
        return (
          <ItemRow
            key={key}
            place={place}
            item={alert}
            context={context}
            look="cursor-pointer"
            mark={standingOf(alert) === 'firing' ? alert.level : 'acknowledged'}
            expanded={expanded}
          />
        );
      }}
      detail={({ alert }) => <AlertDetail alert={alert} />}
      below={
        rows.length === 0 && (
          <NoneFound
            title={messages.notFound}
            why={search === '' ? messages.noneOfLevel : messages.noMatch(search)}
            filters={{ active: true, reset: onReset }}
          />
        )
      }
      legend={messages.legend(shown.length)}
    />
  );
}

function toggled(opened: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(opened);
  if (!next.delete(key)) next.add(key);
  return next;
}
