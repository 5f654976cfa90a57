// Alerts that begin at nearly the same time go into one message.
import { useAlertConfigDraft } from '../alert-config-draft.tsx';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { SettingCard } from './setting-card.tsx';

const DEFAULT_SECONDS = 30;

export function Grouping() {
  const { config, set } = useAlertConfigDraft();
  const { grouping, groupingWindow } = config.schedule;
  const window = grouping.window ?? groupingWindow ?? DEFAULT_SECONDS;
  return (
    <SettingCard
      title={messages.grouping.title}
      off={messages.grouping.off}
      enabled={grouping.enabled === true}
      onEnabled={(on) => set(['schedule', 'grouping', 'enabled'], on)}
    >
      <NumberField
        path={['schedule', 'grouping', 'window']}
        label={messages.grouping.window}
        value={window}
        bounds={[1, 30]}
        scale={60}
        onValue={(seconds) => set(['schedule', 'grouping', 'window'], seconds)}
      />
    </SettingCard>
  );
}
