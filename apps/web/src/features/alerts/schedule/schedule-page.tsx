// When notifications are sent: quiet hours, cooldown, grouping, escalation, and maintenance windows.
import { AlertConfigGate } from '../alert-config-draft.tsx';
import { Cooldown } from './cooldown.tsx';
import { Grouping } from './grouping.tsx';

export function SchedulePage() {
  return (
    <AlertConfigGate>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <Cooldown />
        <Grouping />
      </div>
    </AlertConfigGate>
  );
}
