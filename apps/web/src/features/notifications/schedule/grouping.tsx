// Alerts that begin at nearly the same time go into one message.

import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { SettingCard } from './setting-card.tsx';
import { useSetting } from './use-setting.tsx';

const WINDOW = ['schedule', 'grouping', 'window'] as const;
/** Where the configuration has none. */
const DEFAULT_SECONDS = 30;

export function Grouping() {
  const { config, set } = useAlertConfigDraft();
  const { grouping, groupingWindow } = config.schedule;
  const seconds = grouping.window ?? groupingWindow ?? DEFAULT_SECONDS;
  const texts = messages.grouping;
  const effect = grouping.byGuest ? 'byGuest' : grouping.byNode ? 'byNode' : 'all';
  return (
    <SettingCard
      title={texts.title}
      off={texts.off}
      path={['schedule', 'grouping', 'enabled']}
      enabled={grouping.enabled === true}
      onEnabled={(on) => set(['schedule', 'grouping', 'enabled'], on)}
    >
      <div className="grid grid-cols-2 items-end gap-3">
        <NumberField
          path={WINDOW}
          label={texts.window}
          value={seconds}
          bounds={[1, 30]}
          scale={60}
          onValue={(value) => set(WINDOW, value)}
        />
        <fieldset aria-label={texts.by} className="flex flex-wrap gap-x-4 pb-5">
          <By name="byNode" />
          <By name="byGuest" />
        </fieldset>
      </div>
      <p className="text-sm text-mute">{texts.effect[effect](seconds / 60)}</p>
    </SettingCard>
  );
}

function By({ name }: { name: 'byNode' | 'byGuest' }) {
  const { config, set } = useAlertConfigDraft();
  const path = ['schedule', 'grouping', name] as const;
  const { disabled, theirs } = useSetting(path);
  return (
    <div>
      <Checkbox
        label={messages.grouping[name]}
        checked={config.schedule.grouping[name] === true}
        disabled={disabled}
        onChange={(on) => set(path, on)}
      />
      {theirs && <p className="text-sm">{theirs}</p>}
    </div>
  );
}
