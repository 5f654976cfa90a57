// What an operator does with active alerts: each deed for one, for the selected ones or for all that are shown.
import type { Alert } from '@belfry/schema/entities/alert';
import { useState } from 'react';
import { toggled } from '../../lib/toggled.ts';
import { standingOf } from '../../ui/alerts/standing.ts';
import { useAcknowledging } from './use-acknowledging.ts';
import { useSilencing } from './use-silencing.tsx';

/** `undo` takes back an acknowledgement, else a silence. */
export type Deed = 'acknowledge' | 'undo' | 'silence' | 'select';

export type Deeds = ReturnType<typeof useDeeds>;

const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id);
export const isOpen = ({ acknowledged }: Alert): boolean => !acknowledged;

export function useDeeds(fromServer: readonly Alert[]) {
  const { alerts, isLocked, set } = useAcknowledging(fromServer);
  const { ask, end, dialog } = useSilencing();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const deeds: Record<Deed, (on: readonly Alert[]) => void> = {
    acknowledge: (on) => set(idsOf(on.filter(isOpen)), true),
    undo(on) {
      const acknowledged = on.filter((alert) => !isOpen(alert));
      if (acknowledged.length > 0) set(idsOf(acknowledged), false);
      else void end(on.filter((alert) => standingOf(alert) === 'silenced' && alert.metadata?.silenced));
    },
    silence: ask,
    select: (on) => setIds((before) => idsOf(on).reduce(toggled<string>, before)),
  };
  return {
    /** As they will be when the server has confirmed what the user asked for. */
    alerts,
    run: (deed: Deed, on: readonly Alert[]) => deeds[deed](on),
    isLocked,
    /** In the order of the list of alerts. */
    selected: ids.size === 0 ? none : alerts.filter(({ id }) => ids.has(id)),
    clearSelection: () => setIds(new Set()),
    dialog,
  };
}

const none: readonly Alert[] = [];
