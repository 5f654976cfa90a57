// One export: where values go, what is added to them, and what the engine answers.
import type { ExportFormat, ExportState } from '@belfry/schema/history/exports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { saveForm } from '../../../api/save.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { checkExport, type ExportForm, exportConfig, exportForm } from './export-form.ts';
import { ExportStatus } from './export-status.tsx';
import { messages } from './messages.ts';
import { exportOf, readExport, saveExport, tryExport } from './queries.ts';
import { Trial } from './trial.tsx';

export function ExportCard({ format }: { format: ExportFormat }) {
  const saved = useQuery(exportOf(format));
  if (saved.data) return <ExportPanel format={format} saved={saved.data} />;
  if (!saved.error) return <CardSkeleton />;
  return <LoadFailure text={messages.loadFailed} query={saved} />;
}

type TextName = { [N in keyof ExportForm]: ExportForm[N] extends string ? N : never }[keyof ExportForm];

function ExportPanel({ format, saved }: { format: ExportFormat; saved: ExportState }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const all = useDraft(useMemo(() => exportForm(saved), [saved]));
  const { draft, set, changed, reset } = all;
  const hasSecret = saved.secret !== '';
  const look = () => queries.invalidateQueries({ queryKey: exportOf(format).queryKey });
  const form = useSubmit({
    check: checkExport,
    send: (values: ExportForm) =>
      saveForm({
        ...{ read: () => readExport(format), base: saved, of: exportForm, look },
        save: (based) => saveExport(format, exportConfig(values, hasSecret), based),
      }),
    async onDone() {
      toast('success', messages.saved);
      await look();
      reset();
    },
  });
  const trial = useSubmit({
    check: (values: ExportForm) => checkExport({ ...values, enabled: true }),
    send: (values: ExportForm) => tryExport(format, exportConfig(values, hasSecret)),
  });
  const unsaved = changed.length > 0;
  const { question } = useLeaveGuard(unsaved && !form.sending);
  const field = (name: TextName) => ({
    label: messages[name],
    value: draft[name],
    error: form.errors[name] ?? trial.errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange(event: { currentTarget: HTMLInputElement }) {
      set({ [name]: event.currentTarget.value });
      form.typed(name);
      trial.typed(name);
    },
  });
  return (
    <Card title={messages.titles[format]} hint={messages.about[format]}>
      <ExportStatus state={saved} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(draft);
        }}
      >
        <fieldset disabled={!mayConfigure || form.sending} className="flex min-w-0 flex-col gap-4">
          <OthersSaved draft={all} names={messages} />
          {form.failure && (
            <Problem>
              {messages.failed}: {form.failure.message}
            </Problem>
          )}
          <Switch label={messages.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
          <TextField
            {...field('url')}
            type="url"
            mono
            placeholder={messages.examples[format]}
            hint={messages.urlHint[format]}
          />
          <div className="grid gap-3 md:grid-cols-2">
            <TextField {...field('username')} />
            <TextField
              {...field('secret')}
              type="password"
              autoComplete="new-password"
              hint={messages.secretHint}
              placeholder={hasSecret ? messages.secretKept : ''}
            />
          </div>
          <TextField {...field('labels')} mono hint={messages.labelsHint} />
          <div className="grid gap-3 md:grid-cols-3">
            <TextField {...field('intervalSeconds')} inputMode="numeric" />
            <TextField {...field('maxQueueMegabytes')} inputMode="numeric" hint={messages.queueHint} />
            <TextField {...field('maxQueueHours')} inputMode="numeric" />
          </div>
          {mayConfigure && (
            <div className="flex flex-wrap items-center gap-2">
              <Button look="framed" disabled={trial.sending} onClick={() => trial.submit(draft)}>
                <Send size={13} aria-hidden /> {trial.sending ? messages.testing : messages.test}
              </Button>
              <span className="min-w-0 flex-1 text-sm text-mute">{messages.testHint}</span>
              {unsaved && <Button onClick={() => reset()}>{messages.discard}</Button>}
              <Button look="main" type="submit" disabled={!unsaved}>
                {form.sending ? messages.saving : messages.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {!trial.sending && <Trial reply={trial.reply} failure={trial.failure} />}
      {question}
    </Card>
  );
}
