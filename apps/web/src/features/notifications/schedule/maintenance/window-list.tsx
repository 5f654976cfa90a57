// The maintenance windows: what each is about, when it is, and whether it is in force.

import { currentSpan } from '@belfry/domain/maintenance-spans';
import type { MaintenanceWindow, Target } from '@belfry/schema/alerts/silences';
import { Pencil, Square, Trash2 } from 'lucide-react';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { formatDuration } from '../../../../lib/language/format.ts';
import { zoneNamed } from '../../../../lib/zone-time.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { ShortTable, type TextColumn } from '../../../../ui/table/short-table.tsx';
import { daysText, week } from '../../routing/week.ts';
import { messages } from '../messages.ts';
import { zoneSpan } from '../moments.ts';
import { useTargets } from './use-targets.ts';
import { useWindowsNow } from './use-windows-now.ts';
import { endOf } from './window-form.ts';

interface WindowActions {
  onEdit(window: MaintenanceWindow): void;
  onEnd(window: MaintenanceWindow): void;
  onRemove(window: MaintenanceWindow): void;
}

interface WindowListProps {
  windows: readonly MaintenanceWindow[];
  /** Absent for who may only read. */
  actions?: WindowActions | undefined;
}

export function WindowList({ windows, actions }: WindowListProps) {
  const { nameOf } = useTargets();
  const texts = messages.maintenance;
  const columns: readonly TextColumn<MaintenanceWindow>[] = [
    {
      head: () => texts.heads.what,
      cell: ({ name, targets }) => (
        <span className="block">
          <b className="font-[550] break-words">{name}</b>
          <span className="block text-sm text-mute">{targetsText(targets, nameOf)}</span>
        </span>
      ),
    },
    { head: () => texts.heads.when, cell: (window) => <span className="text-soft">{whenText(window)}</span> },
    { head: () => texts.heads.repeats, cell: (window) => <span className="text-soft">{repeatText(window)}</span> },
    { head: () => texts.heads.by, cell: ({ by }) => <span className="text-soft">{by}</span> },
    { head: () => texts.heads.state, cell: (window) => <State window={window} /> },
  ];
  return (
    <ShortTable
      label={texts.title}
      rows={windows}
      columns={columns}
      keyOf={({ id }) => id}
      {...(actions && { action: (window: MaintenanceWindow) => <Actions window={window} actions={actions} /> })}
    />
  );
}

const MAX_NAMED = 3;

export function targetsText(targets: readonly Target[], nameOf: (target: Target) => string): string {
  const more = targets.length - MAX_NAMED;
  const named = targets.slice(0, MAX_NAMED).map((target) => messages.targetOf[target.kind](nameOf(target)));
  return [...named, ...(more > 0 ? [messages.more(more)] : [])].join(', ');
}

/** When it is or was, or for a weekly one the times of its days. */
function whenText({ schedule }: MaintenanceWindow): string {
  const own = browserZone();
  if (schedule.kind === 'once')
    return zoneSpan(Date.parse(schedule.start), Date.parse(schedule.end), own, messages.span);
  const { start, minutes, timeZone } = schedule;
  const end = endOf(start, minutes);
  return messages.maintenance.times(start, end.time, end.days, timeZone === own ? '' : timeZone);
}

function repeatText({ schedule }: MaintenanceWindow): string {
  const { once, daily, weekly } = messages.maintenance;
  if (schedule.kind === 'once') return once;
  return schedule.weekdays.length === week.length ? daily : weekly(daysText(schedule.weekdays));
}

function State({ window: { enabled, schedule } }: { window: MaintenanceWindow }) {
  const now = useWindowsNow();
  const span = currentSpan(schedule, now, zoneNamed);
  const texts = messages.maintenance.states;
  if (!enabled) return <span className="text-mute">{texts.off}</span>;
  if (!span) return <span className="text-mute">{texts.over}</span>;
  if (span.start > now) return <span className="text-soft">{texts.next(formatDuration(span.start - now))}</span>;
  return (
    <span>
      <b className="font-semibold">{texts.inForce}</b>{' '}
      <span className="text-soft">{texts.left(formatDuration(span.end - now))}</span>
    </span>
  );
}

function Actions({ window, actions }: { window: MaintenanceWindow; actions: WindowActions }) {
  const now = useWindowsNow();
  const { enabled, schedule, name } = window;
  const span = currentSpan(schedule, now, zoneNamed);
  const texts = messages.maintenance;
  return (
    <span className="flex justify-end">
      {enabled && schedule.kind === 'once' && span && span.start <= now && (
        <IconButton label={texts.endNow(name)} onClick={() => actions.onEnd(window)}>
          <Square size={13} />
        </IconButton>
      )}
      <IconButton label={texts.edit(name)} onClick={() => actions.onEdit(window)}>
        <Pencil size={13} />
      </IconButton>
      <IconButton label={texts.remove(name)} onClick={() => actions.onRemove(window)}>
        <Trash2 size={13} />
      </IconButton>
    </span>
  );
}
