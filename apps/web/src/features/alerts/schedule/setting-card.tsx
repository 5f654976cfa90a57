// A part of the schedule that is switched on and off. Its fields are shown only while it is on.
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useAlertConfigDraft } from '../alert-config-draft.tsx';
import { messages } from './messages.ts';

interface SettingCardProps {
  title: string;
  hint?: string;
  enabled: boolean;
  onEnabled(enabled: boolean): void;
  /** Stands before the switch. */
  actions?: ReactNode;
  /** What holds while it is off. */
  off: string;
  children: ReactNode;
}

export function SettingCard({ title, hint, enabled, onEnabled, actions, off, children }: SettingCardProps) {
  const { mayEdit } = useAlertConfigDraft();
  const state = enabled ? messages.enabled : messages.disabled;
  return (
    <Card
      title={title}
      hint={hint}
      actions={
        <>
          {enabled && actions}
          <Switch
            name={`${title}: ${state}`}
            label={state}
            checked={enabled}
            disabled={!mayEdit}
            onChange={onEnabled}
          />
        </>
      }
    >
      {enabled ? children : <p className="text-sm text-mute">{off}</p>}
    </Card>
  );
}
