// One entry: a change as a sentence, and unfolded its fields side by side.
import type { SettingChange } from '@belfry/schema/journal/change';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { hourMinute, momentOf, timeOfDay } from '../../lib/moment.ts';
import { useLive } from '../../live/use-live.ts';
import { hint } from '../../ui/hint.tsx';
import { ChangeSentence } from '../../ui/journal/change-sentence.tsx';
import { messages as change } from '../../ui/journal/messages.ts';
import { momentLink, storageOf } from '../../ui/journal/moment-link.ts';
import { ownSetting } from '../../ui/journal/own-setting.ts';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';

export const columns =
  'grid grid-cols-[104px_minmax(96px,152px)_minmax(140px,1fr)_minmax(0,3fr)_152px] gap-x-3 max-lg:grid-cols-[104px_152px_minmax(0,1fr)] max-md:grid-cols-[84px_minmax(0,1fr)]';

export function Entry({ entry }: { entry: JournalEntry }) {
  const { at, by, name, resource, source, instance } = entry;
  const cluster = useLive(
    ({ state }) => state?.instances.find(({ id, kind }) => id === instance && kind === 'pve')?.name,
  );
  const wholes = [
    [resource, messages.one(name || resource)] as const,
    ...(cluster !== undefined && instance !== resource ? [[instance, messages.compareCluster(cluster)] as const] : []),
  ];
  const storage = useLive(({ state }) => storageOf(entry, state?.storage));
  const moment = momentLink(entry, storage);
  const what = ownSetting(entry);
  return (
    <li className="border-t border-line-soft">
      <details className="group">
        <summary className={`${columns} min-h-8 cursor-pointer list-none items-center px-3.5 py-1 hover:bg-hover`}>
          <Time entry={entry} />
          <span className={`truncate ${by === null ? 'text-mute' : ''}`}>{by ?? messages.notNamed}</span>
          <span className="flex min-w-0 items-center gap-1.5 max-md:col-span-2">
            <ChevronRight size={13} aria-hidden className="shrink-0 text-mute group-open:rotate-90" />
            <b className="truncate font-[550]" {...hint(name)}>
              {name || resource}
            </b>
            {what !== undefined && <span className="shrink-0 text-sm text-mute">{what}</span>}
          </span>
          <span className="min-w-0 truncate max-lg:col-start-3 max-lg:pl-5 max-lg:wrap-anywhere max-lg:whitespace-normal max-md:col-span-2 max-md:col-start-1">
            <ChangeSentence entry={entry} />
          </span>
          <span className="truncate text-sm text-mute max-lg:hidden">{messages.known[source]}</span>
        </summary>
        <div className="flex flex-col gap-2 border-t border-line-soft bg-raise px-3.5 py-2.5 md:pl-10">
          {entry.changes.length > 0 && <Fields changes={entry.changes} />}
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
            <span>
              <time dateTime={at}>{momentOf(Date.parse(at))}</time>, {messages.known[source]}
            </span>
            {moment && (
              <Link {...moment} className="text-brand hover:underline">
                {change.showMoment}
              </Link>
            )}
            {wholes.map(([id, text]) => (
              <Link key={id} to="/journal" search={{ resource: id }} className="text-brand hover:underline">
                {text}
              </Link>
            ))}
            <span className="text-mute">{messages.secrets}</span>
          </p>
        </div>
      </details>
    </li>
  );
}

/** A change without a task was made between two readings. */
function Time({ entry: { at, since } }: { entry: JournalEntry }) {
  const [end, begin] = [Date.parse(at), since === undefined ? undefined : Date.parse(since)];
  if (begin === undefined || hourMinute(begin) === hourMinute(end))
    return (
      <time dateTime={at} className="text-soft tabular-nums" {...hint(momentOf(end))}>
        {timeOfDay(end)}
      </time>
    );
  return (
    <time
      dateTime={at}
      className="text-soft tabular-nums"
      {...hint(messages.betweenHint(momentOf(begin), momentOf(end)))}
    >
      {messages.between(hourMinute(begin), hourMinute(end))}
    </time>
  );
}

const text = 'font-mono text-xs whitespace-pre-wrap wrap-anywhere';

const fields: readonly TextColumn<SettingChange>[] = [
  { head: () => messages.field, cell: ({ field }) => <code className="wrap-anywhere">{field}</code> },
  {
    head: () => messages.before,
    cell: ({ before }) => <span className={`${text} text-soft`}>{side('−', before)}</span>,
  },
  { head: () => messages.after, cell: ({ after }) => <b className={`${text} font-semibold`}>{side('+', after)}</b> },
];

const Fields = ({ changes }: { changes: readonly SettingChange[] }) => (
  <div className="card max-w-4xl overflow-hidden">
    <ShortTable label={messages.heads.what} rows={changes} columns={fields} keyOf={({ field }) => field} />
  </div>
);

const side = (sign: string, text: string | null) =>
  text === null ? (
    <span className="font-sans font-normal text-mute">{change.notSet}</span>
  ) : (
    <>
      <span aria-hidden className="text-mute select-none">
        {sign}{' '}
      </span>
      {text}
    </>
  );
