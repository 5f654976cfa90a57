// What will be sent, for an example alert, and the template where the webhook has its own.
import type { PreviewInput, WebhookTemplate } from '@belfry/schema/notifications/webhook';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useTyped } from '../../../lib/use-typed.ts';
import { Button } from '../../../ui/button.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { messages } from './messages.ts';
import { preview } from './queries.ts';
import { placeIn } from './template-place.ts';
import { firstTemplate, previewInput, type WebhookForm } from './webhook-form.ts';

interface MessagePreviewProps {
  form: WebhookForm;
  service: WebhookTemplate | undefined;
  set(change: Partial<WebhookForm>): void;
}

export function MessagePreview({ form, service, set }: MessagePreviewProps) {
  const texts = messages.webhooks;
  const asked = JSON.parse(useTyped(JSON.stringify(previewInput(form)))) as PreviewInput;
  const { data, error } = useQuery({ ...preview(asked), placeholderData: keepPreviousData });
  const area = useRef<HTMLDivElement>(null);
  const show = (offset: number) => {
    const field = area.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(offset, offset + 1);
  };
  return (
    <section aria-label={texts.preview} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 text-sm font-medium text-soft">{texts.preview}</h3>
        <Segmented
          label={texts.body}
          options={[
            ['service', texts.builtIn],
            ['own', texts.ownTemplate],
          ]}
          value={form.isOwn ? 'own' : 'service'}
          onChange={(chosen) =>
            set({ isOwn: chosen === 'own', ...(form.template === '' && { template: firstTemplate(service) }) })
          }
        />
      </div>
      {form.isOwn && (
        <div ref={area}>
          <AreaField
            label={texts.template}
            hint={texts.variables}
            value={form.template}
            rows={10}
            mono
            spellCheck={false}
            onChange={(event) => set({ template: event.currentTarget.value })}
          />
        </div>
      )}
      {error ? (
        <TemplateProblem error={error} source={asked.template} onShow={show} />
      ) : (
        data && (
          <>
            <p className="font-mono text-xs break-words text-mute">
              {data.method} {data.url}
            </p>
            {/* a field and not plain text, because the keyboard must be able to scroll it */}
            <AreaField
              label={<span className="sr-only">{texts.sent}</span>}
              value={data.preview}
              rows={14}
              readOnly
              mono
            />
            <p className="text-sm text-mute">{texts.example}</p>
          </>
        )
      )}
    </section>
  );
}

interface TemplateProblemProps {
  error: Error;
  source: string;
  onShow(offset: number): void;
}

/** The server's words, which name line and column, and the line itself up to the place. */
function TemplateProblem({ error, source, onShow }: TemplateProblemProps) {
  const { line, column } = error instanceof ApiError ? error.refusal.body : {};
  if (typeof line !== 'number' || typeof column !== 'number') return <Problem>{error.message}</Problem>;
  const { offset, before, after } = placeIn(source, line, column);
  return (
    <Problem>
      {error.message}
      <code className="block font-mono text-xs break-words whitespace-pre-wrap">
        {before}
        <mark className="bg-crit text-panel">{after.slice(0, 1) || ' '}</mark>
        {after.slice(1)}
      </code>
      <Button className="-ml-2.5" onClick={() => onShow(offset)}>
        {messages.webhooks.showPlace}
      </Button>
    </Problem>
  );
}
