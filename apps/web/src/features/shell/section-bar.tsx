// The sections of the platform, and at the end of the line the current problems.

import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatAgo } from '../../lib/language/format.ts';
import { useTimeText } from '../../lib/now.ts';
import { usePathname } from '../../lib/pathname.ts';
import { useLive } from '../../live/use-live.ts';
import { useRememberTab } from './active-tab.ts';
import { messages } from './messages.ts';
import { Problems } from './problems.tsx';

const sections = [
  { to: '/proxmox/overview', name: 'overview' },
  { to: '/proxmox/storage', name: 'storage' },
  { to: '/proxmox/mail', name: 'mail' },
  { to: '/proxmox/backups', name: 'backups' },
] as const;

/** `parts`: the links to the parts of a section. */
export function SectionBar({ parts }: { parts?: ReactNode }) {
  useRememberTab();
  // shown only where a gateway is configured
  const mail = useLive(({ state }) => (state?.pmg.length ?? 0) > 0);
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  // on a phone they are wider than their part of the window
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, mail]);
  return (
    <div className="kiosk:hidden flex h-9 shrink-0 items-center gap-4 bar-x text-sm max-md:h-10">
      <nav
        ref={nav}
        aria-label={messages.sections}
        className="flex h-full shrink-0 items-stretch gap-4 overflow-x-auto [scrollbar-width:none] max-md:min-w-0 max-md:shrink max-md:gap-3"
      >
        {sections.map(
          ({ to, name }) =>
            (to !== '/proxmox/mail' || mail) && (
              <Link
                key={to}
                to={to}
                className="inline-flex items-center border-b-2 border-transparent font-medium whitespace-nowrap text-mute aria-[current=page]:border-brand aria-[current=page]:text-text"
              >
                {messages[name]}
              </Link>
            ),
        )}
      </nav>
      {parts}
      <aside aria-label={messages.state} className="ml-auto h-full min-w-0 max-md:shrink-0 md:flex-1">
        {/* contained, so that a new number of problems does not lay out the whole page */}
        <div className="flex h-full items-center justify-end gap-4 md:[contain:layout_size]">
          <Problems />
          <Summary short={parts !== undefined} />
        </div>
      </aside>
    </div>
  );
}

/** A text that changed every second would make the browser paint the page every second. Data is seldom older than one step. */
const STEP_MS = 5_000;

/** `short`: in a window without room for both, the worst problem stands in place of the totals. */
function Summary({ short }: { short: boolean }) {
  const nodes = useLive(({ state }) => state?.nodes.length ?? 0);
  const guests = useLive(({ state }) => (state ? state.vms.length + state.containers.length : 0));
  const servers = useLive(({ state }) => state?.pbs.length ?? 0);
  const receivedAt = useLive((live) => live.receivedAt);
  const updated = useTimeText((now) => {
    const age = now - receivedAt;
    return messages.updated(age < STEP_MS ? messages.justNow : formatAgo(0, age - (age % STEP_MS)));
  });
  if (receivedAt === 0) return null;
  return (
    <span className="shrink-0 text-mute tabular-nums max-lg:hidden">
      <span className="ticking w-[12.5em] text-right">{updated}</span>
      <span className={short ? 'max-[1439px]:hidden' : ''}> · {messages.summary(nodes, guests, servers)}</span>
    </span>
  );
}
