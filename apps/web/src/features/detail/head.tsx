// The first line: status by shape, name, what it is and where, its own address, and the ways to other places.
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useCommand } from '../../lib/commands.ts';
import { formatUptime } from '../../lib/language/format.ts';
import { SiteMark } from '../../live/site-mark.tsx';
import { useLive } from '../../live/use-live.ts';
import { Dot } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { statusText } from '../../ui/status-text.ts';
import type { Detail, DetailKind, DetailPath, Sibling } from './detail.ts';
import { messages } from './messages.ts';

/** Their configurations are in the journal as a whole. */
const COMPARED: readonly DetailPath[] = ['/guests/$id', '/nodes/$id'];

interface HeadProps {
  detail: Detail;
  path: DetailPath;
  /** At the left and at the right: the ways to other places. */
  lead: ReactNode;
  ways: ReactNode;
}

export function Head({ detail, path, lead, ways }: HeadProps) {
  const { status, staleSince, uptime, link } = detail;
  const word = statusText(status.label);
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
      {lead}
      <Dot state={status.tone} label={word} />
      <b aria-hidden className="min-w-0 text-xl leading-7 font-semibold tracking-tight wrap-anywhere">
        {detail.name}
      </b>
      {detail.marks}
      <SiteMark instance={detail.instance} />
      {link && (
        <a
          href={link.href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-brand hover:underline max-md:min-h-10"
        >
          {link.text}
          <ExternalLink size={13} aria-hidden />
        </a>
      )}
      {COMPARED.includes(path) && (
        <Link
          to="/journal"
          search={{ resource: detail.id }}
          className="inline-flex items-center text-brand hover:underline max-md:min-h-10"
        >
          {messages.changes}
        </Link>
      )}
      <span className="ml-auto flex items-center gap-2 text-sm text-soft tabular-nums max-md:w-full">
        {staleSince !== undefined && <StaleMark since={staleSince} last={status.last} />}
        <span>{uptime === undefined ? word : messages.status(word, formatUptime(uptime))}</span>
        <span className="ml-auto flex">{ways}</span>
      </span>
    </header>
  );
}

export const BackLink = ({ kind: { list } }: { kind: DetailKind }) => (
  <Link
    to={list.to}
    className="mr-1.5 inline-flex items-center gap-0.5 text-sm text-mute hover:text-text max-md:min-h-10"
  >
    <ChevronLeft size={14} aria-hidden />
    {list.name()}
  </Link>
);

/** The resources before and after it. */
export function Beside({ kind, id }: { kind: DetailKind; id: string }) {
  const state = useLive((live) => live.state);
  const all = useMemo(() => (state ? kind.siblings(state) : []), [state, kind]);
  const navigate = useNavigate();
  const place = all.findIndex((each) => each.id === id);
  const [before, after] = [all[place - 1], all[place + 1]];
  const go = (to: Sibling | undefined) => to && void navigate({ to: kind.path, params: { id: to.id }, search: true });
  useCommand(
    { id: 'detail/previous', name: () => messages.previousKey, keys: '[', scope: 'screen', run: () => go(before) },
    { id: 'detail/next', name: () => messages.nextKey, keys: ']', scope: 'screen', run: () => go(after) },
  );
  return (
    <>
      <Step kind={kind} to={before} name={messages.previous} Icon={ChevronLeft} />
      <Step kind={kind} to={after} name={messages.next} Icon={ChevronRight} />
    </>
  );
}

interface StepProps {
  kind: DetailKind;
  to: Sibling | undefined;
  name(of: string): string;
  Icon: typeof ChevronLeft;
}

const Step = ({ kind, to, name, Icon }: StepProps) =>
  to && (
    <Link
      to={kind.path}
      params={{ id: to.id }}
      search
      aria-label={name(to.name)}
      className="grid size-8 place-items-center rounded-md text-mute hover:bg-hover hover:text-text max-md:size-10"
      {...hint(name(to.name))}
    >
      <Icon size={15} aria-hidden />
    </Link>
  );
