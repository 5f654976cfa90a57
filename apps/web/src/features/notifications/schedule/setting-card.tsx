// A part of the schedule that is switched on and off. Its fields are shown only while it is on.
import type { ReactNode } from 'react';
import type { ConfigPath } from '../../../alert-config/config-path.ts';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { messages } from './messages.ts';
import { useSetting } from './use-setting.tsx';

interface SettingCardProps {
  title: string;
  hint?: string | undefined;
  /** Where the configuration says whether it is on. */
  path: ConfigPath;
  /** The same value has a field of its own while it is on, which says what is wrong with it. */
  hasField?: boolean;
  enabled: boolean;
  onEnabled(enabled: boolean): void;
  /** Stands before the switch. */
  actions?: ReactNode;
  /** What holds while it is off. */
  off: string;
  children: ReactNode;
}

export function SettingCard({
  title,
  hint,
  path,
  hasField = false,
  enabled,
  onEnabled,
  actions,
  off,
  children,
}: SettingCardProps) {
  const { error, disabled, theirs } = useSetting(path);
  const saysHere = !(hasField && enabled);
  const state = enabled ? messages.enabled : messages.disabled;
  return (
    <Card
      title={title}
      hint={hint}
      actions={
        <>
          {enabled && !disabled && actions}
          <Switch
            name={`${title}: ${state}`}
            label={state}
            checked={enabled}
            disabled={disabled}
            onChange={onEnabled}
          />
        </>
      }
    >
      {saysHere && theirs && <p className="text-sm">{theirs}</p>}
      {saysHere && error !== undefined && <p className="text-sm text-crit">{error}</p>}
      {enabled ? children : <p className="text-sm text-mute">{off}</p>}
    </Card>
  );
}
