// The Docker hosts beside their containers. A selected host filters the containers. On narrow windows the list can be folded.
import { type AlertMark, dockerHostStatus } from '@belfry/domain/status';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from 'react';
import { pageAddress } from '../../lib/pages.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { useDockerHosts } from '../../live/use-live.ts';
import { PAGE, usePageOpening } from '../../ui/page-opening.ts';
import { useRowNavigation } from '../../ui/table/use-row-navigation.ts';
import { byHost, entriesOf } from './container-table/rows.ts';
import { HostFigures } from './host-figures.tsx';
import { messages } from './messages.ts';

interface HostListProps {
  selected: string | null;
  onSelect(id: string | null): void;
}

export function HostList({ selected, onSelect }: HostListProps) {
  const hosts = useDockerHosts();
  const marks = useAlertMarks();
  const rows = useMemo(() => [...hosts].sort(byHost).map((host) => ({ key: host.id, kind: 'host', host })), [hosts]);
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  const select = (id: string) => {
    onSelect(id === selected ? null : id);
    setOpen(false);
    return true;
  };
  const pages = usePageOpening();
  const navigation = useRowNavigation(
    rows,
    (place) => list.current?.children[place]?.scrollIntoView({ block: 'nearest' }),
    select,
    pages.open,
  );
  const onClick = ({ target }: MouseEvent) => {
    const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
    if (key === undefined) return;
    navigation.setCurrent(key);
    const paged = target instanceof Element && target.closest('.page-link')?.closest('[data-key]');
    if (paged) pages.open(paged);
    else select(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.key : undefined;
    if (event.key !== ' ' || key === undefined) return navigation.onKeyDown(event);
    event.preventDefault();
    select(key);
  };

  const current = navigation.current();
  const unreachable = hosts.filter((host) => dockerHostStatus(host).figures !== 'now').length;
  const summary = messages.allHosts(hosts.length, unreachable);
  return (
    <section
      aria-label={messages.hosts}
      className="card flex flex-col max-lg:mb-2 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-7rem)] lg:w-64 lg:shrink-0 xl:w-72 max-xl:in-data-narrowed:static max-xl:in-data-narrowed:max-h-44 max-xl:in-data-narrowed:w-full!"
    >
      <h2 className="flex h-(--head) shrink-0 items-center border-b border-line px-3.5 text-xs font-[550] text-mute max-lg:hidden">
        {summary}
      </h2>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-9 items-center gap-2 px-3.5 text-sm font-medium text-soft max-md:h-11 lg:hidden"
      >
        {unreachable > 0 && <span className="dot lost" />}
        {summary}
        <ChevronDown aria-hidden size={14} className={`ml-auto transition-transform ${open ? 'rotate-180' : ''}`} />
      </button>
      <div
        ref={list}
        role="listbox"
        aria-label={messages.hosts}
        tabIndex={-1}
        className={`min-h-0 overflow-y-auto overscroll-contain [scrollbar-color:var(--color-line)_transparent] [scrollbar-width:thin] max-lg:max-h-[60dvh] max-lg:border-t max-lg:border-line-soft ${open ? '' : 'max-lg:hidden'}`}
        onClick={onClick}
        onFocus={pages.onFocus}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ key, host }) => (
          <HostOption
            key={key}
            host={host}
            mark={marks.get(key)}
            selected={key === selected}
            current={key === current}
          />
        ))}
      </div>
    </section>
  );
}

interface HostOptionProps {
  host: DockerHost;
  mark: AlertMark | undefined;
  selected: boolean;
  /** Whether Tab reaches this entry. It reaches only one entry. */
  current: boolean;
}

const HostOption = memo(function HostOption({ host, mark, selected, current }: HostOptionProps) {
  const entries = entriesOf(host);
  return (
    <div
      role="option"
      aria-selected={selected}
      data-key={host.id}
      {...{ [PAGE]: pageAddress('docker/hosts', host.id) }}
      data-mark={mark}
      tabIndex={current ? 0 : -1}
      className={`marked cursor-pointer border-b border-line-soft px-3.5 py-1.5 outline-offset-[-2px] [contain-intrinsic-size:auto_48px] [content-visibility:auto] last:border-b-0 hover:bg-hover max-md:py-2 ${selected ? 'bg-brand-bg' : ''}`}
    >
      <HostFigures host={host} running={entries.filter((entry) => entry.running).length} count={entries.length} />
    </div>
  );
});
