// The active alerts in groups, each with its details. A row that has the focus has keys of its own.
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/language/format.ts';
import { toggled } from '../../lib/toggled.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { NoneFound } from '../../ui/none-found.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowHeights } from '../../ui/table/heights.ts';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { useHold } from '../../ui/table/use-hold.ts';
import { AlertDetail } from './alert-detail.tsx';
import { type Act, alertColumns } from './columns.tsx';
import { type DeedKey, deedKeys } from './deed-keys.ts';
import { KeyLine } from './key-line.tsx';
import { messages } from './messages.ts';
import type { Deeds } from './use-deeds.ts';
import { useRows } from './use-rows.ts';
import { useSiteOfAlert } from './use-site-of-alert.ts';
import type { OverviewView } from './view.ts';

const heights = rowHeights({ detail: 180 }, { item: 74, detail: 420 });

interface AlertTableProps {
  deeds: Deeds;
  mayAct: boolean;
  view: OverviewView;
  onReset(): void;
}

export function AlertTable({ deeds, mayAct, view, onReset }: AlertTableProps) {
  const { alerts, isLocked, selected, run } = deeds;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { held, handlers } = useHold();
  const { rows, shown } = useRows(alerts, view, opened, held, useSiteOfAlert(view.search));
  const act = useSameFunction<Act>((deed, alert) => run(deed, [alert]));
  const search = view.search.trim();

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('tr.row') : null;
    const alert = row && alerts.find(({ id }) => id === row.dataset.key);
    if (!mayAct || !alert || altKey || ctrlKey || metaKey || !Object.hasOwn(deedKeys, key)) return;
    event.preventDefault();
    const deed = deedKeys[key as DeedKey];
    run(deed, deed === 'select' || selected.length === 0 ? [alert] : selected);
  }

  return (
    <section aria-label={messages.section} onKeyDown={onKeyDown}>
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
          const isSelected = selected.some(({ id }) => id === key);
          return (
            <ItemRow
              key={key}
              place={place}
              item={alert}
              context={{ expanded, selected: isSelected, act: mayAct ? act : undefined, locked: isLocked(key) }}
              look={isSelected ? 'selected cursor-pointer' : 'cursor-pointer'}
              mark={standingOf(alert) === 'firing' ? alert.level : 'acknowledged'}
              expanded={expanded}
              selected={mayAct ? isSelected : undefined}
            />
          );
        }}
        detail={({ alert }) => <AlertDetail alert={alert} act={mayAct ? act : undefined} />}
        below={
          rows.length === 0 && (
            <NoneFound
              title={messages.notFound}
              why={search === '' ? messages.noneOfLevel : messages.noMatch(search)}
              filters={{ active: true, reset: onReset }}
            />
          )
        }
        legend={<KeyLine shown={shown} mayAct={mayAct} />}
      />
    </section>
  );
}

/** The same function in every render, so that rows whose alert did not change are not rendered again. */
function useSameFunction<F extends (...given: never[]) => void>(run: F): (...given: Parameters<F>) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given) => latest.current(...given), []);
}
