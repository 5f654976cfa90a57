// The columns of the log, as data.

import type { Delivery } from '@belfry/schema/notifications/delivery';
import { NONE } from '../../../lib/language/format.ts';
import { serverWords } from '../../../lib/language/server-words.ts';
import { hourMinute, momentOf, shortMoment } from '../../../lib/moment.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { messages as destinations } from '../destinations/messages.ts';
import { DOTS } from '../destinations/standing.ts';
import { messages } from './messages.ts';

export interface LogContext {
  expanded: boolean;
  /** Epoch ms, to the minute. */
  now: number;
}

/** Room for the state and what comes next. Pixels. */
const WIDE = 150;

export const logColumns: Column<Delivery, LogContext>[] = [
  {
    id: 'time',
    head: () => messages.heads.time,
    min: 132,
    cell: ({ createdAt }, { expanded, now }) => (
      <span className="inline-flex items-center gap-1.5">
        <Chevron expanded={expanded} />
        <time dateTime={createdAt} className="figure text-soft tabular-nums" {...hint(momentOf(Date.parse(createdAt)))}>
          {shortMoment(Date.parse(createdAt), now)}
        </time>
      </span>
    ),
  },
  {
    id: 'destination',
    head: () => messages.heads.destination,
    min: 120,
    grow: 2,
    cell: ({ destination: { name, service } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <b className="truncate font-[550]" {...hint(name)}>
          {name || NONE}
        </b>
        {service !== 'email' && <Chip className="text-soft max-md:hidden">{service}</Chip>}
      </span>
    ),
  },
  {
    id: 'what',
    head: () => messages.heads.what,
    min: 170,
    grow: 3,
    priority: 1,
    cell: (delivery) => (
      <span className="truncate" {...hint(whatText(delivery))}>
        <span className="text-mute">{messages.kinds[delivery.kind]}</span> {resourcesText(delivery)}
      </span>
    ),
  },
  {
    id: 'state',
    head: () => messages.heads.state,
    min: 104,
    grow: 2,
    cell: ({ state, nextAttemptAt, standIn }, { width }) => (
      <span className="inline-flex items-center gap-2">
        <Dot state={DOTS[standIn === undefined ? state : 'failed']} label="" />
        <span className={state === 'given-up' && standIn === undefined ? 'font-semibold text-crit' : ''}>
          {standIn === undefined ? destinations.standing.states[state] : messages.passedOn}
        </span>
        {state === 'failed' && nextAttemptAt && width >= WIDE && (
          <span className="text-sm text-mute tabular-nums">
            {destinations.standing.again(hourMinute(Date.parse(nextAttemptAt)))}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'answer',
    head: () => messages.heads.answer,
    min: 160,
    grow: 3,
    priority: 2,
    cell: ({ status, words: answer = '', sentence }) => {
      const words = serverWords(sentence, answer);
      return (
        <span className="truncate text-soft" {...(words !== '' && hint(words))}>
          {status !== undefined && <b className="figure font-medium text-text">{status} </b>}
          {words === `HTTP ${status}` ? '' : words}
          {status === undefined && words === '' && <span className="text-mute">{NONE}</span>}
        </span>
      );
    },
  },
  {
    id: 'tries',
    head: () => messages.heads.tries,
    numeric: true,
    min: 76,
    priority: 3,
    cell: ({ attempts }) => <span className="figure">{attempts}</span>,
  },
];

const resourcesText = ({ alerts, alertCount, kind }: Delivery): string => {
  const [first] = alerts;
  if (!first || kind === 'test') return '';
  return alertCount > 1 ? `${first.resourceName} ${messages.andMore(alertCount - 1)}` : first.resourceName;
};
const whatText = (delivery: Delivery): string => `${messages.kinds[delivery.kind]} ${resourcesText(delivery)}`.trim();
