// The page of thresholds: tabs, search, tables with values that are edited in place.
import { Link } from '@tanstack/react-router';
import { Gauge, Lightbulb, Search, X } from 'lucide-react';
import { memo, type Ref, useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react';
import { optionsOf } from '../../lib/language/options.ts';
import { usePref } from '../../lib/prefs.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { BulkLine } from './bulk-line.tsx';
import { messages } from './messages.ts';
import { OrphanTable } from './orphan-table.tsx';
import { SectionTable } from './section-table.tsx';
import { type Tab, tabs } from './sections.ts';
import './thresholds.css';
import { useTables } from './use-tables.ts';
import { type ThresholdsView, thresholdsCodec, tipsHidden } from './view.ts';

interface ThresholdsProps {
  tab: Tab;
  view: ThresholdsView;
  onChange: ChangeView<ThresholdsView>;
}

export function Thresholds({ tab, view, onChange }: ThresholdsProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  useScreenKeys(searchBox, () => onChange({ search: '' }));
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const change = useCallback((next: Partial<ThresholdsView>) => latest.current(next), []);
  return (
    <>
      <Tabs tab={tab} />
      <div className="flex flex-wrap items-center gap-2 py-2">
        <SearchField ref={searchBox} text={view.search} onText={(text) => onChange({ search: text })} />
        {/* the field shows a letter before the tables do */}
        <Tables tab={tab} search={useDeferredValue(view.search)} show={view.show} onChange={change} />
      </div>
    </>
  );
}

interface TablesProps extends ThresholdsView {
  tab: Tab;
  onChange(change: Partial<ThresholdsView>): void;
}

const Tables = memo(function Tables({ tab, search, show, onChange }: TablesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tables = useTables(tab, { search, show }, frame);
  const { editing, counts } = tables;
  const noMatch = search.trim() === '' ? undefined : messages.noMatch(search.trim());
  return (
    <>
      <Segmented
        label={messages.show}
        options={optionsOf(messages.shows).map(([value, name]) => [
          value,
          value === 'all' ? name : messages.showCount(name, counts[value]),
        ])}
        value={show}
        onChange={(next) => onChange({ show: next })}
      />
      <span className="flex-1" />
      {tables.selected.length > 0 && <BulkLine targets={tables.selected} editing={editing} />}
      <p role="status" className="w-full text-soft text-sm empty:hidden">
        {tables.said}
      </p>
      {editing.draft.mayEdit ? <Tips /> : <p className="w-full text-mute text-sm">{messages.readOnly}</p>}
      <Boundary name={messages.tabs[tab]}>
        {/* the tables are siblings, so that each knows when those above it change their height */}
        <div ref={frame} className="thresholds flex w-full flex-col gap-3" {...tables.keys} onPaste={tables.onPaste}>
          {tables.list.map(({ section, rows, resources, ...table }) => (
            <SectionTable
              key={section.id}
              section={section}
              rows={rows}
              count={resources.length}
              editing={editing}
              opened={tables.opened}
              tags={tables.tags}
              choice={`${show} ${search}`}
              empty={
                section.without && resources.length === 0
                  ? messages[section.without]
                  : (noMatch ?? messages.noneFound(messages.sections[section.id]))
              }
              onOpen={tables.onOpen}
              onAdd={tables.onAdd}
              {...table}
            />
          ))}
        </div>
        <div className="w-full empty:hidden">
          <OrphanTable orphans={tables.orphans} editing={editing} />
        </div>
        {tables.list.length === 0 && (
          <Notice icon={<Gauge />} title={messages.nothing}>
            <p>{messages.nothingHint}</p>
          </Notice>
        )}
        {show !== 'all' && counts[show] === 0 && (
          <p className="flex w-full items-center gap-2 py-3 text-mute">
            {messages.noneShown[show]}
            <Button look="framed" onClick={() => onChange(thresholdsCodec.fallback)}>
              {messages.showAllRows}
            </Button>
          </p>
        )}
      </Boundary>
    </>
  );
});

function Tabs({ tab }: { tab: Tab }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 border-line xl:border-b">
      <nav aria-label={messages.tabsLabel} className="flex gap-4 max-xl:w-full max-xl:border-b max-xl:border-line">
        {tabs.map((each) => (
          <Link
            key={each}
            to="/alerts/thresholds/$"
            params={{ _splat: each }}
            aria-current={each === tab ? 'page' : undefined}
            activeProps={{}}
            className="-mb-px inline-flex h-9 focus-visible:-outline-offset-2 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-mute hover:text-text aria-[current=page]:border-brand aria-[current=page]:text-text max-md:h-11"
          >
            {messages.tabs[each]}
          </Link>
        ))}
      </nav>
      <span className="flex-1 max-xl:hidden" />
      <Legend />
    </div>
  );
}

/** What the four looks of a value mean. */
function Legend() {
  const { legend } = messages;
  return (
    <ul aria-label={legend.label} className="threshold-legend flex flex-wrap gap-x-4 text-mute text-sm max-xl:pt-2">
      {/* the figures are examples, not counts */}
      <li aria-hidden>{legend.label}:</li>
      <li>
        <span className="tabular-nums">80</span> {legend.inherited}
      </li>
      <li className="flex items-center gap-1.5">
        <i aria-hidden className="size-1.25 rounded-full inset-ring inset-ring-tick" /> 75 {legend.shared}
      </li>
      <li className="flex items-center gap-1.5">
        <i aria-hidden className="own size-1.25 rounded-full bg-text" /> <b className="font-semibold text-text">85</b>{' '}
        {legend.own}
      </li>
      <li>
        {messages.offValue} {legend.off}
      </li>
    </ul>
  );
}

function SearchField({ ref, text, onText }: { ref: Ref<HTMLInputElement>; text: string; onText(text: string): void }) {
  return (
    <search className="flex h-8 min-w-56 max-w-84 flex-1 items-center rounded-md border border-line bg-panel pl-2.5 text-mute focus-within:border-brand max-md:h-11 max-md:max-w-none max-md:basis-full">
      <Search size={14} aria-hidden className="mr-2 shrink-0" />
      <input
        ref={ref}
        value={text}
        aria-label={messages.search}
        placeholder={messages.search}
        spellCheck={false}
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-mute max-md:text-[16px]"
        onChange={(event) => onText(event.target.value)}
      />
      <IconButton label={messages.clearSearch} className={text === '' ? 'invisible' : ''} onClick={() => onText('')}>
        <X size={14} />
      </IconButton>
    </search>
  );
}

function Tips() {
  const [hidden, setHidden] = usePref(tipsHidden);
  if (hidden) return null;
  return (
    <p className="flex w-full items-center gap-2 text-mute text-sm">
      <Lightbulb size={13} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">{messages.tips}</span>
      <IconButton label={messages.hideTips} className="h-6! w-6!" onClick={() => setHidden(true)}>
        <X size={13} />
      </IconButton>
    </p>
  );
}
