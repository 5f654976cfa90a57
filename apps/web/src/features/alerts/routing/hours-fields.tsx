// The hours in which a destination is told: weekdays, from, to, time zone.
import type { RoutingHours } from '@belfry/schema/notifications/routing';
import { useMemo } from 'react';
import { errorIn, type FieldErrors } from '../../../lib/field-errors.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';
import { dayName, week } from './week.ts';

interface HoursFieldsProps {
  hours: RoutingHours;
  errors: FieldErrors;
  onChange(change: Partial<RoutingHours>): void;
}

export function HoursFields({ hours, errors, onChange }: HoursFieldsProps) {
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone');
    const all = hours.timezone === '' || known.includes(hours.timezone) ? known : [hours.timezone, ...known];
    return [['', messages.serverZone], ...all.map((zone) => [zone, zone] as const)] as [string, string][];
  }, [hours.timezone]);
  const time = (name: 'start' | 'end', label: string) => (
    <TextField
      label={label}
      type="time"
      value={hours[name]}
      error={errorIn(errors, `routing.hours.${name}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...(name === 'end' && hours.end !== '' && hours.end <= hours.start && { hint: messages.nextDay })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <Days days={hours.days} error={errorIn(errors, 'routing.hours.days')} onChange={(days) => onChange({ days })} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[136px_136px_minmax(0,1fr)]">
        {time('start', messages.from)}
        {time('end', messages.to)}
        <SelectField
          className="max-md:col-span-2"
          label={messages.timeZone}
          options={zones}
          value={hours.timezone}
          error={errorIn(errors, 'routing.hours.timezone')}
          onValue={(timezone) => onChange({ timezone })}
        />
      </div>
    </div>
  );
}

interface DaysProps {
  days: readonly number[];
  error: string | undefined;
  onChange(days: number[]): void;
}

function Days({ days, error, onChange }: DaysProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="mb-1 text-sm font-medium text-soft">{messages.days}</legend>
      {week.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          onClick={() => onChange(week.filter((each) => days.includes(each) !== (each === day)))}
          className="h-8 min-w-10 rounded-md border border-line px-1.5 text-sm font-medium text-mute hover:text-text aria-pressed:border-brand aria-pressed:bg-brand-bg aria-pressed:text-text max-md:h-10 max-md:flex-1"
        >
          {dayName(day)}
        </button>
      ))}
      {error !== undefined && (
        <p role="alert" className="w-full text-sm text-crit">
          {error}
        </p>
      )}
    </fieldset>
  );
}
