// When notifications are sent: quiet hours, cooldown, grouping, escalation, and maintenance windows.
import { RotateCcw } from 'lucide-react';
import { AlertConfigGate, useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Cooldown } from './cooldown.tsx';
import { toDefaults } from './defaults.ts';
import { Escalation } from './escalation.tsx';
import { Grouping } from './grouping.tsx';
import { Maintenance } from './maintenance/maintenance.tsx';
import { messages } from './messages.ts';
import { QuietHours } from './quiet-hours.tsx';
import { Summary } from './summary/summary.tsx';

export function SchedulePage() {
  return (
    <AlertConfigGate>
      <Page />
    </AlertConfigGate>
  );
}

function Page() {
  const { config, mayEdit, setAll } = useAlertConfigDraft();
  const defaults = toDefaults(config);
  const quiet = config.schedule.quietHours.enabled === true;
  return (
    <div className="flex flex-col gap-3 pb-3">
      {mayEdit ? (
        // beside the title, where both have room
        <div className="self-end xl:-mt-12">
          <Button disabled={defaults.length === 0} onClick={() => setAll(defaults)}>
            <RotateCcw size={14} aria-hidden />
            {messages.reset}
          </Button>
        </div>
      ) : (
        <Problem tone="info">{messages.readOnly}</Problem>
      )}
      <Summary />
      {/* quiet hours need two columns for their week, and of three columns one is enough while they are switched off */}
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <div className={quiet ? 'md:col-span-2' : 'md:col-span-2 xl:col-span-1'}>
          <QuietHours />
        </div>
        <div className={quiet ? 'contents xl:flex xl:flex-col xl:gap-3' : 'contents'}>
          <Cooldown />
          <Grouping />
        </div>
      </div>
      <Escalation />
      <Maintenance />
    </div>
  );
}
