// How often an alert that nobody acknowledges is sent again.
import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { SettingCard } from './setting-card.tsx';

const PATH = ['schedule', 'cooldown'] as const;
const DEFAULT_MINUTES = 30;

export function Cooldown() {
  const { config, saved, set } = useAlertConfigDraft();
  const { cooldown, maxAlertsHour } = config.schedule;
  const texts = messages.cooldown;
  return (
    <SettingCard
      title={texts.title}
      off={texts.off}
      path={PATH}
      hasField
      enabled={cooldown > 0}
      onEnabled={(on) => set(PATH, on ? saved.schedule.cooldown || DEFAULT_MINUTES : 0)}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField
          path={PATH}
          label={texts.repeat}
          value={cooldown}
          bounds={[5, 120]}
          onValue={(minutes) => set(PATH, minutes)}
        />
        <NumberField
          path={['schedule', 'maxAlertsHour']}
          label={texts.perHour}
          hint={maxAlertsHour === 0 ? texts.anyNumber : texts.perHourHint}
          value={maxAlertsHour}
          bounds={[1, 10]}
          onValue={(count) => set(['schedule', 'maxAlertsHour'], count)}
        />
      </div>
    </SettingCard>
  );
}
