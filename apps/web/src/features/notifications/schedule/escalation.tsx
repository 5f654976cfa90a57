// Who is notified when nobody has acknowledged an alert for some time.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { email, webhooks } from '../destinations/queries.ts';
import { messages } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { SettingCard } from './setting-card.tsx';
import { useSetting } from './use-setting.tsx';

type Levels = NonNullable<Schedule['escalation']['levels']>;

const ENABLED = ['schedule', 'escalation', 'enabled'] as const;
const LEVELS = ['schedule', 'escalation', 'levels'] as const;
const MAX_LEVELS = 20;
const LONGEST_MINUTES = 180;

/** 30 minutes after the last level, the first one after 15 minutes. */
const nextLevel = (levels: Levels): Levels[number] => ({
  after: Math.min((levels.at(-1)?.after ?? -15) + 30, LONGEST_MINUTES),
  notify: 'all',
});

export function Escalation() {
  const { config, set, reset } = useAlertConfigDraft();
  const { enabled = false, levels: known } = config.schedule.escalation;
  const levels = known ?? [];
  const texts = messages.escalation;
  const { error, disabled, theirs } = useSetting(LEVELS);
  const change = (next: Levels) => {
    // a level may have another place now
    for (const place of levels.keys()) reset([...LEVELS, String(place)]);
    set(LEVELS, next);
  };
  return (
    <SettingCard
      title={texts.title}
      hint={texts.hint}
      off={texts.off}
      path={ENABLED}
      enabled={enabled}
      onEnabled={(on) => set(ENABLED, on)}
      actions={
        levels.length < MAX_LEVELS && (
          <Button onClick={() => change([...levels, nextLevel(levels)])}>
            <Plus size={14} aria-hidden />
            {texts.add}
          </Button>
        )
      }
    >
      {theirs && <p className="text-sm">{theirs}</p>}
      {error !== undefined && levels.length === 0 && <p className="text-sm text-crit">{error}</p>}
      <ol aria-label={texts.title} className="grid gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
        <Step first>
          <p className="font-semibold">{texts.atOnce}</p>
          <p className="text-sm text-mute">{texts.atOnceText}</p>
        </Step>
        {[...levels.entries()].map(([place, level]) => (
          <Step key={place}>
            <div className="flex items-start gap-1">
              <NumberField
                className="min-w-0 flex-1"
                path={[...LEVELS, String(place)]}
                label={texts.after(place + 1)}
                value={level.after}
                bounds={[5, LONGEST_MINUTES]}
                onValue={(after) => {
                  reset([...LEVELS, String(place)]);
                  set(LEVELS, levels.with(place, { ...level, after }));
                }}
              />
              {!disabled && (
                <IconButton
                  className="mt-5"
                  label={texts.remove(place + 1)}
                  onClick={() => change(levels.toSpliced(place, 1))}
                >
                  <X size={14} />
                </IconButton>
              )}
            </div>
            <SelectField
              label={texts.notify(place + 1)}
              options={messages.channels}
              value={level.notify}
              disabled={disabled}
              hint={<Reached channel={level.notify} />}
              onValue={(notify) => set(LEVELS, levels.with(place, { ...level, notify }))}
            />
          </Step>
        ))}
      </ol>
      {levels.length === 0 && <p className="text-sm text-mute">{texts.none}</p>}
    </SettingCard>
  );
}

function Step({ first = false, children }: { first?: boolean; children: ReactNode }) {
  return (
    <li className="relative flex flex-col gap-2 border-t-2 border-line pt-3 pr-4 pb-1">
      <span
        aria-hidden
        className={`absolute -top-1.5 left-0 size-2.5 border-2 border-tick ${first ? 'bg-tick' : 'rounded-full bg-panel'}`}
      />
      {children}
    </li>
  );
}

/** The destinations of a channel, by name. */
function Reached({ channel }: { channel: Levels[number]['notify'] }) {
  const mail = useQuery(email).data;
  const hooks = useQuery(webhooks).data;
  if (!mail || !hooks) return null;
  const on = hooks.filter(({ enabled }) => enabled).map(({ name }) => name);
  const named = [...(channel !== 'webhook' && mail.enabled ? mail.to : []), ...(channel !== 'email' ? on : [])];
  return <>{named.length > 0 ? named.join(', ') : messages.escalation.reachesNobody[channel]}</>;
}
