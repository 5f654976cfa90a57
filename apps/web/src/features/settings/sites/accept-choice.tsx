// Whether the token alone lets a collector in.
import { messages } from './messages.ts';

export type Accept = 'token' | 'person';

interface AcceptChoiceProps {
  value: Accept;
  onChange(value: Accept): void;
}

export function AcceptChoice({ value, onChange }: AcceptChoiceProps) {
  const choices = [
    ['token', messages.byToken, messages.byTokenHint],
    ['person', messages.byPerson, messages.byPersonHint],
  ] as const;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-soft">{messages.letIn}</legend>
      {choices.map(([accept, name, hint]) => (
        <label
          key={accept}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-brand has-checked:bg-brand-bg"
        >
          <input
            type="radio"
            name="accept"
            className="mt-0.5 accent-brand"
            checked={accept === value}
            onChange={() => onChange(accept)}
          />
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-sm text-mute">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
