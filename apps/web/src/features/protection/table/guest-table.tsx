// The guests by how much they need somebody, each with what happened and why.
import { useCallback, useMemo, useState } from 'react';
import type { NightsOfGuest } from '../../../api/protection.ts';
import { useAtLeast } from '../../../lib/breakpoint.ts';
import { toggled } from '../../../lib/toggled.ts';
import type { ChangeView } from '../../../lib/view/use-view.ts';
import { Button } from '../../../ui/button.tsx';
import { NoneFound } from '../../../ui/none-found.tsx';
import type { Jobs } from '../../../ui/protection/texts.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { narrow } from '../../../ui/table/heights.ts';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { useHold } from '../../../ui/table/use-hold.ts';
import type { DecisionsByGuest } from '../decisions/by-guest.ts';
import { Explanation, type GuestActions } from '../explanation/explanation.tsx';
import { messages } from '../messages.ts';
import type { Row } from '../rows.ts';
import { type Subject, toneOf } from '../subject.ts';
import { type ProtectionView, protectionCodec } from '../view.ts';
import { cardColumns, guestColumns } from './columns.tsx';
import { Note } from './note.tsx';
import { useRows } from './use-rows.ts';

interface GuestTableProps {
  subjects: ReadonlyMap<string, Subject>;
  jobs: Jobs;
  nights: ReadonlyMap<string, NightsOfGuest> | undefined;
  decisions: DecisionsByGuest;
  untested: ReadonlySet<string>;
  actions: GuestActions | undefined;
  view: ProtectionView;
  onChange: ChangeView<ProtectionView>;
  now: number;
}

const MARKS = { crit: 'critical', warn: 'warning', ok: undefined, off: undefined, old: 'acknowledged' } as const;

/** Pixels. The details measure themselves. */
const heightsOf = (isNarrow: boolean) => ({
  head: isNarrow ? 0 : 28,
  heightOf(row: { kind: string; part?: string }) {
    if (row.kind === 'group') return isNarrow ? 40 : 26;
    if (row.kind !== 'detail') return isNarrow ? 88 : 28;
    return row.part === 'why' ? 300 : isNarrow ? 60 : 22;
  },
});
const [wide, phone] = [heightsOf(false), heightsOf(true)];
const heights = () => (narrow() ? phone : wide);

export function GuestTable(props: GuestTableProps) {
  const { subjects, jobs, nights, decisions, untested, actions, view, onChange, now } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isWide = useAtLeast()('md');
  const { held, handlers } = useHold();
  const { rows, count } = useRows({ subjects, jobs, untested, view, opened, held, now });
  const toggle = useCallback((id: string) => setOpened((before) => toggled(before, id)), []);
  const context = useMemo(() => ({ now, jobs }), [now, jobs]);
  const reset = () => onChange({ ...protectionCodec.fallback, grouping: view.grouping, columns: view.columns });
  return (
    <DataTable
      label={messages.table}
      role="treegrid"
      rows={rows}
      columns={isWide ? guestColumns : cardColumns}
      className={isWide ? '' : 'headless'}
      chosen={view.columns}
      {...(isWide && { onChoose: (columns: ProtectionView['columns']) => onChange({ columns }) })}
      sort={view.sort}
      onSort={(sort) => onChange({ sort })}
      sortEnds
      heights={heights}
      measured={!isWide}
      hold={handlers}
      onOpen={({ key }) => toggle(key)}
      group={(group) => <GroupHead row={group} />}
      item={({ key, subject }, place) => {
        const expanded = opened.has(key);
        return (
          <ItemRow
            key={key}
            place={place}
            item={subject}
            context={{ ...context, expanded, nights: nights?.get(key) }}
            look="cursor-pointer"
            mark={MARKS[toneOf(subject, now)]}
            expanded={expanded}
          />
        );
      }}
      detail={(row) =>
        row.part === 'more' ? (
          <Button className="px-0!" onClick={() => onChange({ rest: 'shown' })}>
            {messages.more(row.count)}
          </Button>
        ) : row.part === 'note' ? (
          <Note subject={row.subject} letters={nights?.get(row.subject.id)?.letters} now={now} />
        ) : (
          <Explanation
            subject={row.subject}
            jobs={jobs}
            exclusion={decisions.exclusions.get(row.subject.id)}
            test={decisions.tests.get(row.subject.id)}
            actions={actions}
            now={now}
          />
        )
      }
      below={
        rows.length === 0 && (
          <NoneFound
            title={messages.notFound}
            why={view.search.trim() === '' ? messages.noneOfKind : messages.noMatch(view.search.trim())}
            filters={{ active: true, reset }}
          />
        )
      }
      legend={messages.legend(count, subjects.size)}
    />
  );
}

function GroupHead({ row: { group, count } }: { row: Extract<Row, { kind: 'group' }> }) {
  const [name, why] =
    group.by === 'problems'
      ? [messages.groups[group.standing], messages.groupHints[group.standing]]
      : [group.name || messages.inNoJob, ''];
  return (
    <>
      <b className="font-semibold text-text">{name}</b>{' '}
      <span className="ml-1 tabular-nums">{messages.guests(count)}</span>
      {why !== '' && <span className="text-mute max-md:hidden"> · {why}</span>}
    </>
  );
}
