// The columns of the history, as data. On a phone the message is below the name of its resource.

import { pathOfResource } from '@belfry/domain/alerts/place';
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { Check, Wrench } from 'lucide-react';
import { NONE, unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { momentOf, timeOfDay } from '../../lib/moment.ts';
import { SiteMark } from '../../live/site-mark.tsx';
import { KindChip } from '../../ui/alerts/kind-chip.tsx';
import { nodeName } from '../../ui/alerts/resource-link.ts';
import { shortMessage } from '../../ui/alerts/short-message.ts';
import { hasValue, valueText } from '../../ui/alerts/value-text.ts';
import { hint } from '../../ui/hint.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { Column } from '../../ui/table/column.ts';
import { durationText } from './duration.ts';
import { messages } from './messages.ts';

const TEXTS = { critical: 'text-crit font-semibold', warning: 'text-warn font-semibold' };

const dotOf = ({ level, status }: HistoryEntry): string =>
  `dot shrink-0 ${level === 'critical' ? 'crit' : 'warn'} ${status === 'active' ? '' : 'hollow'}`;

export const historyColumns: Column<HistoryEntry>[] = [
  {
    id: 'time',
    head: () => messages.heads.time,
    min: 84,
    cell: ({ startTime }) => {
      const at = Date.parse(startTime);
      return (
        <time dateTime={startTime} className="figure tabular-nums text-soft" {...hint(momentOf(at))}>
          {timeOfDay(at)}
        </time>
      );
    },
  },
  {
    id: 'resource',
    head: () => messages.heads.resource,
    // a name of 20 characters and the way to its page
    min: 176,
    good: 204,
    grow: 2,
    cell: (entry) => (
      <span className="block leading-tight">
        <span className="flex min-w-0 items-center gap-2">
          {/* without its word where the column of levels is not shown */}
          <span role="img" aria-label={messages.severities[entry.level]} className={`${dotOf(entry)} lg:hidden`} />
          <b className="truncate font-[550]" {...hint(entry.resourceName)}>
            {entry.resourceName || NONE}
          </b>
          <SiteMark instance={entry.metadata?.instanceId} />
          <ResourcePage entry={entry} />
        </span>
        <span className="block truncate text-sm text-mute md:hidden">{unbroken(shortMessage(entry))}</span>
      </span>
    ),
  },
  {
    id: 'type',
    head: () => messages.heads.type,
    // "Docker-Container"
    min: 136,
    priority: 4,
    cell: (entry) => <KindChip of={entry} />,
  },
  {
    id: 'severity',
    head: () => messages.heads.severity,
    min: 92,
    from: 'lg',
    cell: (entry) => (
      <span
        className={`inline-flex items-center gap-2 ${entry.status === 'active' ? TEXTS[entry.level] : 'text-soft'}`}
      >
        <span className={dotOf(entry)} />
        {messages.severities[entry.level]}
      </span>
    ),
  },
  {
    id: 'message',
    head: () => messages.heads.message,
    min: 180,
    good: 200,
    grow: 8,
    priority: 1,
    from: 'md',
    cell: (entry) => (
      <span className="text-soft" {...hint(messageOf(entry))}>
        {unbroken(shortMessage(entry))}
      </span>
    ),
  },
  {
    id: 'peak',
    head: () => messages.heads.peak,
    numeric: true,
    min: 90,
    priority: 6,
    joins: ({ type }) => !hasValue(type),
    cell: ({ type, peakValue }) => <span className="figure">{valueText(type, peakValue)}</span>,
  },
  {
    id: 'duration',
    head: () => messages.heads.duration,
    numeric: true,
    min: 84,
    priority: 3,
    cell: ({ duration }) => <span className="figure">{durationText(duration)}</span>,
  },
  {
    id: 'status',
    head: () => messages.heads.status,
    min: 104,
    good: 168,
    priority: 2,
    cell: ({ status, ackUser, changes, late }) => (
      <span className={`inline-flex items-center gap-1.5 ${status === 'active' ? 'font-semibold' : 'text-soft'}`}>
        <Muted window={changes.findLast(({ kind }) => kind === 'maintenance')?.text} />
        {(status === 'acknowledged' || ackUser) && <Check size={12} aria-hidden className="text-mute" />}
        {messages.statuses[status]}
        {late !== undefined && (
          <span className="text-sm text-mute" {...hint(messages.lateHint(momentOf(Date.parse(late))))}>
            {messages.late}
          </span>
        )}
        {ackUser && <span className="truncate text-sm text-mute">{ackUser}</span>}
      </span>
    ),
  },
  {
    id: 'node',
    head: () => messages.heads.node,
    min: 124,
    grow: 1,
    priority: 5,
    cell: (alert) => (
      <span className="text-soft" {...hint(alert.node)}>
        {nodeName(alert) || NONE}
      </span>
    ),
  },
];

function ResourcePage({ entry }: { entry: HistoryEntry }) {
  const path = pathOfResource(entry);
  return path !== undefined && <PageLink href={path} name={entry.resourceName} />;
}

/** During a maintenance window nothing was sent. */
function Muted({ window }: { window: string | undefined }) {
  if (window === undefined) return null;
  const text = messages.muted(window);
  return (
    <span role="img" aria-label={text} {...hint(text)}>
      <Wrench size={12} aria-hidden className="text-mute" />
    </span>
  );
}
