// Where the messages of a destination go while it fails: one line of the form of an e-mail or a webhook.
import type { StandIn } from '@belfry/schema/notifications/stand-in';
import { useQuery } from '@tanstack/react-query';
import { errorIn, type FieldErrors } from '../../../lib/field-errors.ts';
import { formatDuration } from '../../../lib/language/format.ts';
import { SelectField } from '../../../ui/field.tsx';
import { messages } from './messages.ts';
import { webhooks } from './queries.ts';

const EMAIL = 'email';
const minutes = [0, 1, 5, 15, 30, 60];
const FIRST_MINUTES = 5;

interface StandInFieldsProps {
  value: StandIn | null;
  /** Its own id, as `StandIn` names destinations. Undefined: it is new. */
  own: string | undefined;
  errors: FieldErrors;
  onChange(standIn: StandIn | null): void;
}

export function StandInFields({ value, own, errors, onChange }: StandInFieldsProps) {
  const texts = messages.standIn;
  const { data = [] } = useQuery(webhooks);
  const others: [id: string, name: string][] = [
    [EMAIL, messages.email.short],
    ...data
      // It is shown the present state and gets no messages.
      .filter(({ service }) => service !== 'alertmanager' && service !== 'journal')
      .map(({ id, name }): [string, string] => [`webhook:${id}`, name]),
  ];
  const choices = others.filter(([id]) => id !== own);
  const isGone = value !== null && choices.every(([id]) => id !== value.destination);
  const all = value && !minutes.includes(value.minutes) ? [...minutes, value.minutes] : minutes;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <SelectField
        label={texts.label}
        hint={texts.hint}
        error={errorIn(errors, 'standIn.destination')}
        options={[['', texts.none], ...choices, ...(isGone ? [[value.destination, texts.gone] as const] : [])]}
        value={value?.destination ?? ''}
        onValue={(destination) =>
          onChange(destination === '' ? null : { destination, minutes: value?.minutes ?? FIRST_MINUTES })
        }
      />
      {value && (
        <SelectField
          label={texts.after}
          error={errorIn(errors, 'standIn.minutes')}
          options={all.map((count) => [String(count), count === 0 ? texts.atOnce : formatDuration(count * 60_000)])}
          value={String(value.minutes)}
          onValue={(count) => onChange({ ...value, minutes: Number(count) })}
        />
      )}
    </div>
  );
}
