// The hours in which a destination gets messages: weekdays, from, to, time zone.
import type { RoutingHours } from '@belfry/schema/notifications/routing';
import { useMemo } from 'react';
import { errorIn, type FieldErrors } from '../../../lib/field-errors.ts';
import { SelectField } from '../../../ui/field.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { DaysField } from './days-field.tsx';
import { messages } from './messages.ts';

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
    <TimeField
      label={label}
      value={hours[name]}
      error={errorIn(errors, `routing.hours.${name}`)}
      onValue={(value) => onChange({ [name]: value })}
      {...(name === 'end' && hours.end !== '' && hours.end <= hours.start && { hint: messages.nextDay })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <DaysField
        label={messages.days}
        days={hours.days}
        error={errorIn(errors, 'routing.hours.days')}
        onChange={(days) => onChange({ days })}
      />
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
