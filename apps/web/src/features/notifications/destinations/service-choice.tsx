// The service that a webhook is for.
import type { WebhookTemplate } from '@belfry/schema/notifications/webhook';
import { messages } from './messages.ts';

interface ServiceChoiceProps {
  services: readonly WebhookTemplate[];
  value: string;
  onChange(service: WebhookTemplate): void;
}

export function ServiceChoice({ services, value, onChange }: ServiceChoiceProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(110px,1fr))] gap-2">
      <legend className="sr-only">{messages.webhooks.service}</legend>
      {services.map((each) => (
        <label
          key={each.service}
          className="flex min-h-8 cursor-pointer items-center justify-center rounded-md border border-line px-1 text-center text-sm leading-tight font-medium text-soft hover:bg-hover has-checked:border-brand has-checked:bg-brand-bg has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-brand max-md:min-h-10"
        >
          <input
            type="radio"
            name="service"
            className="sr-only"
            checked={each.service === value}
            onChange={() => onChange(each)}
          />
          {each.name}
        </label>
      ))}
    </fieldset>
  );
}
