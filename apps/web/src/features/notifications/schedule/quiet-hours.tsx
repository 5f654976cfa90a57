// Quiet hours: alerts are raised and shown, and most messages wait.
import { type ReactNode, useMemo } from 'react';
import { useAlertConfigDraft } from '../../../alert-config/draft.tsx';
import { browserZone } from '../../../lib/browser-zone.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { DaysField } from '../routing/days-field.tsx';
import { daysOf, withDays } from './days.ts';
import { messages } from './messages.ts';
import { zoneMoment, zoneNow } from './moments.ts';
import { quietNow, zoneOf } from './quiet-now.ts';
import { QuietWeek } from './quiet-week.tsx';
import { SettingCard } from './setting-card.tsx';
import { useSetting } from './use-setting.tsx';
import { zonesWith } from './zones.ts';

const at = <const N extends string>(name: N) => ['schedule', 'quietHours', name] as const;
const DAYS = at('days');
const categories = ['performance', 'storage', 'offline'] as const;

export function QuietHours() {
  const { config, set } = useAlertConfigDraft();
  const { quietHours } = config.schedule;
  const texts = messages.quiet;
  const days = useSetting(DAYS);
  const enable = (on: boolean) => {
    set(at('enabled'), on);
    if (on && !quietHours.timezone) set(at('timezone'), browserZone());
  };
  return (
    <SettingCard
      title={texts.title}
      hint={quietHours.enabled ? texts.hint : undefined}
      off={texts.off}
      path={at('enabled')}
      enabled={quietHours.enabled === true}
      onEnabled={enable}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[136px_136px_minmax(0,1fr)]">
        <Time name="start" label={texts.start} />
        <Time name="end" label={texts.end} hint={endHint(quietHours.start, quietHours.end)} />
        <Zone />
      </div>
      <DaysField
        label={nightly(quietHours) ? texts.nights : texts.days}
        days={daysOf(quietHours.days)}
        error={days.error}
        hint={days.theirs}
        disabled={days.disabled}
        onChange={(chosen) => set(DAYS, withDays(quietHours.days, chosen))}
      />
      <p role="status" className="text-soft">
        <Now />
      </p>
      <QuietWeek quietHours={quietHours} />
      <fieldset className="flex flex-wrap items-center gap-x-5">
        <legend className="float-left mr-4 py-1 text-soft">{texts.suppress}</legend>
        {categories.map((category) => (
          <Suppress key={category} category={category} />
        ))}
      </fieldset>
    </SettingCard>
  );
}

const nightly = ({ start, end }: { start?: string | undefined; end?: string | undefined }): boolean =>
  Boolean(start && end && end <= start);

function endHint(start = '', end = ''): string | undefined {
  if (start === '' || end === '' || end > start) return undefined;
  return start === end ? messages.quiet.wholeDay : messages.quiet.nextDay;
}

function Time({ name, label, hint }: { name: 'start' | 'end'; label: string; hint?: ReactNode }) {
  const { config, set, refuse } = useAlertConfigDraft();
  const path = at(name);
  const { text, error, disabled, theirs } = useSetting(path);
  return (
    <TimeField
      label={label}
      value={text ?? config.schedule.quietHours[name] ?? ''}
      error={error}
      disabled={disabled}
      hint={theirs ?? hint}
      onValue={(value) => (value === '' ? refuse(path, value, messages.quiet.timeNeeded) : set(path, value))}
    />
  );
}

function Zone() {
  const { config, set } = useAlertConfigDraft();
  const { timezone = '' } = config.schedule.quietHours;
  const { error, disabled, theirs } = useSetting(at('timezone'));
  const options = useMemo(() => {
    const own = browserZone();
    const named = zonesWith(timezone).map(
      (zone) => [zone, zone === own ? messages.quiet.ofBrowser(zone) : zone] as const,
    );
    return timezone === '' ? [['', messages.quiet.ofServer] as const, ...named] : named;
  }, [timezone]);
  return (
    <SelectField<string>
      className="max-sm:col-span-2"
      label={messages.quiet.zone}
      options={options}
      value={timezone}
      error={error}
      disabled={disabled}
      hint={theirs}
      onValue={(zone) => set(at('timezone'), zone)}
    />
  );
}

/** What time it is in the time zone, and whether quiet hours are in force. */
function Now() {
  const { config } = useAlertConfigDraft();
  const { quietHours } = config.schedule;
  const now = useNow(MINUTE_MS);
  const zone = zoneOf(quietHours);
  const span = quietNow(quietHours, now);
  const texts = messages.quiet;
  const clock = texts.clock(zoneNow(now, zone), zone);
  if (!span) return <>{`${clock} ${texts.never}`}</>;
  return (
    <>{`${clock} ${span.start <= now ? texts.until(zoneMoment(span.end, zone, now)) : texts.from(zoneMoment(span.start, zone, now))}`}</>
  );
}

function Suppress({ category }: { category: (typeof categories)[number] }) {
  const { config, set } = useAlertConfigDraft();
  const path = ['schedule', 'quietHours', 'suppress', category] as const;
  const { disabled, theirs } = useSetting(path);
  return (
    <div>
      <Checkbox
        label={messages.quiet.categories[category]}
        checked={config.schedule.quietHours.suppress?.[category] === true}
        disabled={disabled}
        onChange={(on) => set(path, on)}
      />
      {theirs && <p className="text-sm">{theirs}</p>}
    </div>
  );
}
