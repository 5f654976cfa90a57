// Maintenance windows as a list or a calendar, what is in force now, and the silences.

import { currentSpan } from '@belfry/domain/maintenance-spans';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { useMay } from '../../../../lib/may.ts';
import { zoneNamed } from '../../../../lib/zone-time.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../../ui/card.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Problem } from '../../../../ui/problem.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { toast } from '../../../../ui/toast.ts';
import { messages } from '../messages.ts';
import { zoneMoment } from '../moments.ts';
import { Calendar } from './calendar.tsx';
import { deleteWindow, endWindow, maintenanceWindows, silences } from './queries.ts';
import { SilenceList } from './silence-list.tsx';
import { useTargets } from './use-targets.ts';
import { useWindowsNow } from './use-windows-now.ts';
import { WindowDialog } from './window-dialog.tsx';
import { targetsText, WindowList } from './window-list.tsx';

type Shown = 'list' | 'week' | 'month';
type Open =
  | { dialog: 'edit'; window?: MaintenanceWindow; day?: string }
  | { dialog: 'end' | 'remove'; window: MaintenanceWindow };

export function Maintenance() {
  const mayOperate = useMay('operate');
  const windows = useQuery(maintenanceWindows);
  const quiet = useQuery(silences);
  const [shown, setShown] = useState<Shown>('list');
  const [open, setOpen] = useState<Open>();
  const texts = messages.maintenance;
  const close = () => setOpen(undefined);
  if (!windows.data)
    return windows.error ? <Problem>{`${texts.loadFailed} ${windows.error.message}`}</Problem> : <CardSkeleton />;
  /** A window that somebody has removed meanwhile stays in its form as it was. */
  const presentOf = (window: MaintenanceWindow) => windows.data.find(({ id }) => id === window.id) ?? window;
  const actions = mayOperate && {
    onEdit: (window: MaintenanceWindow) => setOpen({ dialog: 'edit', window }),
    onEnd: (window: MaintenanceWindow) => setOpen({ dialog: 'end', window }),
    onRemove: (window: MaintenanceWindow) => setOpen({ dialog: 'remove', window }),
  };
  return (
    <>
      <Card
        flush
        title={texts.title}
        hint={<Counts windows={windows.data} />}
        actions={
          <>
            <Segmented<Shown> label={texts.shownAs} options={texts.shown} value={shown} onChange={setShown} />
            {mayOperate && (
              <Button look="framed" onClick={() => setOpen({ dialog: 'edit' })}>
                <Plus size={14} aria-hidden />
                {texts.add}
              </Button>
            )}
          </>
        }
      >
        <InForce windows={windows.data} />
        {shown !== 'list' ? (
          <Calendar
            kind={shown}
            windows={windows.data}
            {...(actions && { onAdd: (day: string) => setOpen({ dialog: 'edit', day }), onEdit: actions.onEdit })}
          />
        ) : windows.data.length === 0 ? (
          <p className="p-4 text-mute">{texts.none}</p>
        ) : (
          <WindowList windows={windows.data} {...(actions && { actions })} />
        )}
      </Card>
      {quiet.data && quiet.data.length > 0 && <SilenceList silences={quiet.data} mayChange={mayOperate} />}
      {open?.dialog === 'edit' && (
        <WindowDialog window={open.window && presentOf(open.window)} day={open.day} onClose={close} />
      )}
      {open && open.dialog !== 'edit' && <Question of={open.dialog} window={open.window} onClose={close} />}
    </>
  );
}

function Counts({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const now = useWindowsNow();
  const spans = windows.filter(({ enabled }) => enabled).map(({ schedule }) => currentSpan(schedule, now, zoneNamed));
  const active = spans.filter((span) => span && span.start <= now).length;
  const coming = spans.filter((span) => span && span.start > now).length;
  return <>{messages.maintenance.counts(active, coming)}</>;
}

/** What holds messages back at this moment. */
function InForce({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const now = useWindowsNow();
  const { nameOf } = useTargets();
  const open = windows.flatMap((window) => {
    const span = window.enabled ? currentSpan(window.schedule, now, zoneNamed) : undefined;
    return span && span.start <= now ? [{ window, span }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul aria-label={messages.maintenance.inForceNow} className="border-b border-line-soft bg-raise px-4 py-2">
      {open.map(({ window: { id, name, targets }, span }) => (
        <li key={id}>
          <b className="font-semibold">{messages.maintenance.inForceNow}:</b>{' '}
          {messages.maintenance.mutes(name, targetsText(targets, nameOf), zoneMoment(span.end, browserZone(), now))}
        </li>
      ))}
    </ul>
  );
}

interface QuestionProps {
  of: 'end' | 'remove';
  window: MaintenanceWindow;
  onClose(): void;
}

function Question({ of, window, onClose }: QuestionProps) {
  const queries = useQueryClient();
  const texts = messages.maintenance.questions[of];
  const act = async () => {
    await (of === 'remove' ? deleteWindow : endWindow)(window.id);
    await queries.invalidateQueries({ queryKey: maintenanceWindows.queryKey });
    toast('success', texts.done);
  };
  return (
    <Confirm title={texts.title(window.name)} action={texts.action} onConfirm={act} onClose={onClose}>
      {texts.text}
    </Confirm>
  );
}
