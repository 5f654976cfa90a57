// The columns of the active alerts, as data. On a phone the first cell has the content of most others.
import type { Alert } from '@belfry/schema/entities/alert';
import { Bell, BellOff, Check, type LucideIcon, Undo2 } from 'lucide-react';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { nodeName } from '../../ui/alerts/resource-link.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { hasValue } from '../../ui/alerts/value-text.ts';
import { Button } from '../../ui/button.tsx';
import { hint } from '../../ui/hint.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Since, Value } from './figures.tsx';
import { messages } from './messages.ts';
import { LastHour } from './past/last-hour.tsx';
import { ResourceCell } from './resource-cell.tsx';
import { State } from './state.tsx';
import type { Deed } from './use-deeds.ts';
import { What } from './what.tsx';

export type Act = (deed: Deed, alert: Alert) => void;

interface CellContext {
  expanded: boolean;
  selected: boolean;
  /** Undefined for users who may not act. */
  act: Act | undefined;
  locked: boolean;
}

type AlertColumn = Column<Alert, CellContext>;

const columns: readonly AlertColumn[] = [
  {
    id: 'resource',
    head: () => messages.heads.resource,
    min: 220,
    // a name of 24 characters, with its checkbox and its kind
    good: 316,
    grow: 2,
    cell: (alert, context) => <ResourceCell alert={alert} {...context} />,
  },
  {
    id: 'message',
    head: () => messages.heads.message,
    min: 190,
    good: 210,
    grow: 6,
    priority: 1,
    from: 'md',
    cell: (alert) => <Message alert={alert} />,
  },
  {
    id: 'value',
    head: () => messages.heads.value,
    min: 156,
    priority: 5,
    from: 'md',
    numeric: true,
    joins: ({ type }) => !hasValue(type),
    cell: (alert) => <Value alert={alert} />,
  },
  {
    id: 'lastHour',
    head: () => messages.heads.lastHour,
    min: 84,
    grow: 1,
    priority: 6,
    from: 'md',
    joins: ({ type }) => !hasValue(type),
    cell: (alert) => <LastHour alert={alert} />,
  },
  {
    id: 'since',
    head: () => messages.heads.since,
    // "27. Nov., 14:03", "07:37 · 18 min"
    min: 106,
    priority: 2,
    from: 'lg',
    numeric: true,
    cell: (alert) => <Since alert={alert} />,
  },
  {
    id: 'node',
    head: () => messages.heads.node,
    min: 124,
    priority: 5,
    from: 'md',
    cell: (alert) => (
      <span className="text-soft" {...hint(alert.node)}>
        {nodeName(alert)}
      </span>
    ),
  },
  {
    id: 'state',
    head: () => messages.heads.state,
    min: 84,
    good: 92,
    grow: 1,
    priority: 2,
    // below it the message has its room
    from: 'lg',
    cell: (alert) => <State alert={alert} />,
  },
  {
    id: 'action',
    head: () => messages.heads.action,
    min: 88,
    numeric: true,
    wraps: true,
    cell: (alert, context) => <Action alert={alert} {...context} />,
  },
];

/** Without the buttons for users who may not acknowledge. */
export const alertColumns = { toRead: columns.filter(({ id }) => id !== 'action'), toAct: columns };

/** With the start and the state in a window where they have no column. That an alert is active stands above its group. */
function Message({ alert }: { alert: Alert }) {
  const atLeast = useAtLeast();
  if (atLeast('lg')) return <What alert={alert} />;
  return (
    <span className="flex min-w-0 flex-col gap-0.5 py-1">
      <What alert={alert} />
      <span className="flex min-w-0 gap-2 text-sm">
        <span className="shrink-0">
          <Since alert={alert} />
        </span>
        {standingOf(alert) !== 'firing' && <State alert={alert} />}
      </span>
    </span>
  );
}

function Action({ alert, act, locked }: { alert: Alert } & CellContext) {
  if (!act) return null;
  const { acknowledged, metadata } = alert;
  return (
    <span className="inline-flex gap-1">
      {acknowledged ? (
        <DeedButton deed="undo" text={messages.unacknowledge} Icon={Undo2} {...{ alert, act, locked }} />
      ) : (
        <DeedButton deed="acknowledge" text={messages.acknowledge} Icon={Check} {...{ alert, act, locked }} />
      )}
      <span className="contents max-md:hidden">
        {metadata?.silenced && !acknowledged ? (
          <DeedButton deed="undo" text={messages.silence.end} Icon={Bell} {...{ alert, act }} />
        ) : (
          <DeedButton deed="silence" text={messages.silence.silence} Icon={BellOff} {...{ alert, act }} />
        )}
      </span>
    </span>
  );
}

interface DeedButtonProps {
  alert: Alert;
  act: Act;
  deed: Deed;
  text: string;
  Icon: LucideIcon;
  locked?: boolean;
}

function DeedButton({ alert, act, deed, text, Icon, locked = false }: DeedButtonProps) {
  return (
    <Button
      look="framed"
      className="h-6! px-2! max-md:h-10! max-md:w-10"
      disabled={locked}
      aria-label={messages.actionOf(text, alert.resourceName, alert.type)}
      onClick={() => act(deed, alert)}
      {...hint(text)}
    >
      <Icon size={13} aria-hidden />
    </Button>
  );
}
