// What is different between two states of a configuration, part by part, and what is not known about the earlier one.
import type { Comparison } from '@belfry/schema/http/baselines';
import type { CompareGap, Difference } from '@belfry/schema/journal/comparison';
import { momentOf } from '../../lib/moment.ts';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';

interface Row {
  key: string;
  part: string;
  field: string;
  before: string | null;
  after: string | null;
  note?: string;
}

const text = 'font-mono text-xs whitespace-pre-wrap wrap-anywhere';

/** `head`: what it is compared with. */
export function Differences({ found: { resource, differences, gaps }, head }: { found: Comparison; head: string }) {
  const texts = messages.compare;
  const rows = differences.flatMap((each) => rowsOf(each, resource));
  const columns: readonly TextColumn<Row>[] = [
    {
      head: () => texts.field,
      cell: ({ part, field, note }) => (
        <>
          {part && <b className="font-[550] wrap-anywhere">{part} </b>}
          <code className="wrap-anywhere">{field}</code>
          {note && <span className="ml-2 text-xs text-mute">{note}</span>}
        </>
      ),
    },
    { head: () => head, cell: ({ before }) => <span className={`${text} text-soft`}>{before ?? '–'}</span> },
    { head: () => texts.now, cell: ({ after }) => <b className={`${text} font-semibold`}>{after ?? '–'}</b> },
  ];
  return (
    <>
      <p role="status" className="text-sm">
        {rows.length === 0 ? texts.same : texts.count(rows.length)}
      </p>
      {rows.length > 0 && (
        <div className="card max-w-4xl overflow-hidden">
          <ShortTable label={texts.title} rows={rows} columns={columns} keyOf={({ key }) => key} />
        </div>
      )}
      {gaps.length > 0 && (
        <ul className="list-disc pl-5 text-sm text-soft">
          {gaps.map((gap) => (
            <li key={JSON.stringify(gap)}>{gapText(gap)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function rowsOf({ part, name, kind, event, changes, unsure = [] }: Difference, resource: string): Row[] {
  const texts = messages.compare;
  const shown = part === resource || part === '' ? '' : name || part;
  if (event !== 'changed')
    return [
      {
        key: `${kind} ${part}`,
        part: name || part,
        field: messages.kinds[kind],
        before: null,
        after: null,
        note: texts[event],
      },
    ];
  return changes.map(({ field, before, after }) => ({
    ...{ key: `${kind} ${part} ${field}`, part: shown, field, before, after },
    ...(unsure.includes(field) && { note: texts.unsure }),
  }));
}

function gapText(gap: CompareGap): string {
  const { gaps } = messages.compare;
  switch (gap.is) {
    case 'later':
      return gaps.later(gap.part, messages.kinds[gap.kind], gap.at === null ? null : momentOf(gap.at));
    case 'removed':
      return gaps.removed(gap.part);
    case 'field':
      return gaps.field(gap.part, gap.field);
    case 'old':
      return gaps.old(gap.part, momentOf(gap.at));
  }
}
