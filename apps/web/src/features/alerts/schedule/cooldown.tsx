// How often an alert that nobody acknowledges is sent again.
import { useAlertConfigDraft } from '../alert-config-draft.tsx';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { SettingCard } from './setting-card.tsx';

const DEFAULT_MINUTES = 30;

export function Cooldown() {
  const { config, saved, set } = useAlertConfigDraft();
  const { cooldown, maxAlertsHour } = config.schedule;
  const setCooldown = (minutes: number) => set(['schedule', 'cooldown'], minutes);
  return (
    <SettingCard
      title={messages.cooldown.title}
      off={messages.cooldown.off}
      enabled={cooldown > 0}
      onEnabled={(on) => setCooldown(on ? saved.schedule.cooldown || DEFAULT_MINUTES : 0)}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField
          path={['schedule', 'cooldown']}
          label={messages.cooldown.repeat}
          value={cooldown}
          bounds={[5, 120]}
          onValue={setCooldown}
        />
        <NumberField
          path={['schedule', 'maxAlertsHour']}
          label={messages.cooldown.perHour}
          hint={messages.cooldown.perHourHint}
          value={maxAlertsHour}
          bounds={[1, 10]}
          onValue={(count) => set(['schedule', 'maxAlertsHour'], count)}
        />
      </div>
    </SettingCard>
  );
}
