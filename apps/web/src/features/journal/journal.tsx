// The journal of changes: search, time, and the entries by day.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History, X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { type JournalAsked, journal, journalFile } from '../../api/journal.ts';
import { optionsOf } from '../../lib/language/options.ts';
import { dayName } from '../../lib/near-moment.ts';
import { useNow } from '../../lib/now.ts';
import { isStringList, json } from '../../lib/prefs.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { useView } from '../../lib/view/use-view.ts';
import { Button } from '../../ui/button.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Compare } from './compare.tsx';
import { daysOf } from './days.ts';
import { columns, Entry } from './entry.tsx';
import { messages } from './messages.ts';
import { beginOf, journalCodec } from './view.ts';

const searchesPref = json('journalSearchHistory', isStringList, []);

export function Journal() {
  const searchBox = useRef<HTMLInputElement>(null);
  const [view, onChange] = useView(journalCodec);
  const now = useNow(60_000);
  const q = useTyped(view.search.trim());
  const kinds = optionsOf(messages.kinds);
  const kind = kinds.find(([key]) => key === view.kind)?.[0];
  const asked: JournalAsked = { q, kind, resource: view.resource ?? undefined, from: beginOf(view.time, now) };
  const listed = useInfiniteQuery(journal(asked));
  const entries = useMemo(() => listed.data?.pages.flatMap((page) => page.entries), [listed.data]);
  const days = useMemo(() => daysOf(entries ?? []), [entries]);
  useScreenKeys(searchBox, () =>
    view.resource === null ? onChange({ search: '' }) : onChange({ resource: null, compare: null }),
  );

  const dayText = (day: number): string => dayName(day, now, messages);
  const isNarrowed = view.search !== '' || view.kind !== null || view.resource !== null;
  const ofOne = view.resource === null ? undefined : (entries?.[0]?.name ?? view.resource);
  return (
    <>
      <FilterLine onReset={() => onChange(journalCodec.fallback)}>
        <SearchBox
          ref={searchBox}
          name={messages.search}
          tips={messages.tips}
          history={searchesPref}
          text={view.search}
          onText={(search) => onChange({ search })}
        />
        <Segmented
          label={messages.time}
          options={messages.times}
          value={view.time}
          onChange={(time) => onChange({ time })}
          className="max-md:basis-full"
        />
        <select
          aria-label={messages.kind}
          value={kind ?? ''}
          className="h-8 rounded-md border border-line bg-panel pr-1 pl-2.5 text-sm font-medium text-soft max-md:h-11 max-md:flex-1"
          onChange={({ target }) => onChange({ kind: target.value || null })}
        >
          <option value="">{messages.everyKind}</option>
          {kinds.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        {ofOne !== undefined && (
          <span className="inline-flex h-8 items-center gap-1 rounded-md border border-brand/50 bg-brand-bg pl-2.5 text-sm max-md:h-10">
            {messages.one(ofOne)}
            <Button onClick={() => onChange({ resource: null, compare: null })}>
              <X size={13} aria-hidden />
              <span className="sr-only">{messages.showAll}</span>
            </Button>
          </span>
        )}
      </FilterLine>
      {view.resource !== null && (
        <Compare
          key={view.resource}
          resource={view.resource}
          asked={view.compare}
          onAsk={(compare) => onChange({ compare })}
        />
      )}
      {listed.error && !entries ? (
        <Problem>{`${messages.failed} ${listed.error.message}`}</Problem>
      ) : !entries ? (
        <p className="card p-4 text-mute" role="status">
          {messages.loading}
        </p>
      ) : entries.length === 0 && !listed.hasNextPage ? (
        <Notice icon={<History />} title={messages.none}>
          <p>{messages.noneHint}</p>
          {(isNarrowed || view.time !== 'all') && (
            <Button look="framed" onClick={() => onChange({ ...journalCodec.fallback, time: 'all' })}>
              {isNarrowed ? messages.reset : messages.times.all}
            </Button>
          )}
        </Notice>
      ) : (
        <section aria-label={messages.list} className="card overflow-hidden">
          <div aria-hidden className={`${columns} px-3.5 py-1.5 text-sm text-mute max-lg:hidden`}>
            <span>{messages.heads.time}</span>
            <span>{messages.heads.who}</span>
            <span className="pl-5">{messages.heads.resource}</span>
            <span>{messages.heads.what}</span>
            <span>{messages.heads.known}</span>
          </div>
          {days.map((day) => (
            <section key={day.noon} aria-label={dayText(day.noon)}>
              <h2 className="border-t border-line bg-raise px-3.5 py-1.5">
                <b className="font-semibold">{dayText(day.noon)}</b>{' '}
                <span className="ml-1 text-mute tabular-nums">{messages.day(day.entries.length)}</span>
              </h2>
              <ul>
                {day.entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          ))}
          <footer className="flex flex-wrap items-center gap-x-3 border-t border-line px-3.5 py-1.5 text-sm text-mute">
            {messages.shown(entries.length)}
            {listed.hasNextPage && (
              <Button disabled={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                {messages.older}
              </Button>
            )}
            <span className="flex-1" />
            {(['csv', 'ndjson'] as const).map((format) => (
              <a
                key={format}
                href={journalFile(asked, format)}
                download
                className="inline-flex items-center gap-1.5 text-soft hover:text-text max-md:min-h-10"
              >
                <Download size={13} aria-hidden />
                {messages[format]}
              </a>
            ))}
          </footer>
        </section>
      )}
    </>
  );
}
