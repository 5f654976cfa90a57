// The engine for time series that stores the history in place of Belfry: where it is, and what it answers.
import type { RemoteHistoryState } from '@belfry/schema/history/remote';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { historyStatus } from '../../../api/history.ts';
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
import { ExportStatus } from '../exports/export-status.tsx';
import { messages as exportTexts } from '../exports/messages.ts';
import { Trial } from '../exports/trial.tsx';
import { messages } from './messages.ts';
import { readRemote, remoteHistory, saveRemote, tryRemote } from './queries.ts';
import { checkRemote, type RemoteForm, remoteConfig, remoteForm } from './remote-form.ts';

export function RemoteCard() {
  const saved = useQuery(remoteHistory);
  if (saved.data) return <RemotePanel saved={saved.data} />;
  if (!saved.error) return <CardSkeleton />;
  return <LoadFailure text={messages.loadFailed} query={saved} />;
}

/** What each field is called. */
const namesOf = (): Record<keyof RemoteForm, string> => {
  const { url, username, secret, labels, maxQueueMegabytes, maxQueueHours } = exportTexts;
  const { enabled, queryUrl } = messages.remote;
  return { enabled, url, queryUrl, username, secret, labels, maxQueueMegabytes, maxQueueHours };
};
type TextName = { [N in keyof RemoteForm]: RemoteForm[N] extends string ? N : never }[keyof RemoteForm];

function RemotePanel({ saved }: { saved: RemoteHistoryState }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const all = useDraft(useMemo(() => remoteForm(saved), [saved]));
  const { draft, set, changed, reset } = all;
  const hasSecret = saved.secret !== '';
  const look = () => queries.invalidateQueries({ queryKey: remoteHistory.queryKey });
  const form = useSubmit({
    check: checkRemote,
    send: (values: RemoteForm) =>
      saveForm({
        ...{ read: readRemote, base: saved, of: remoteForm, look },
        save: (based) => saveRemote(remoteConfig(values, hasSecret), based),
      }),
    async onDone() {
      toast('success', messages.remote.saved);
      await Promise.all([look(), queries.invalidateQueries({ queryKey: historyStatus.queryKey })]);
      reset();
    },
  });
  const trial = useSubmit({
    check: (values: RemoteForm) => checkRemote({ ...values, enabled: true }),
    send: (values: RemoteForm) => tryRemote(remoteConfig(values, hasSecret)),
  });
  const unsaved = changed.length > 0;
  const names = namesOf();
  const { question } = useLeaveGuard(unsaved && !form.sending);
  const field = (name: TextName) => ({
    label: names[name],
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
  const { remote } = messages;
  return (
    <Card title={remote.title} hint={remote.about}>
      <ExportStatus state={saved} />
      <form
        noValidate
        aria-label={remote.title}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(draft);
        }}
      >
        <fieldset disabled={!mayConfigure || form.sending} className="flex min-w-0 flex-col gap-4">
          <OthersSaved draft={all} names={names} />
          {form.failure && (
            <Problem>
              {remote.failed}: {form.failure.message}
            </Problem>
          )}
          <Switch label={remote.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
          <div className="grid items-start gap-3 md:grid-cols-2">
            <TextField {...field('url')} type="url" mono placeholder={exportTexts.examples.prometheus} />
            <TextField {...field('queryUrl')} type="url" mono hint={remote.queryUrlHint} />
            <TextField {...field('username')} />
            <TextField
              {...field('secret')}
              type="password"
              autoComplete="new-password"
              hint={exportTexts.secretHint}
              placeholder={hasSecret ? exportTexts.secretKept : ''}
            />
          </div>
          <TextField {...field('labels')} mono hint={remote.labelsHint} />
          <div className="grid gap-3 md:grid-cols-3">
            <TextField {...field('maxQueueMegabytes')} inputMode="numeric" hint={exportTexts.queueHint} />
            <TextField {...field('maxQueueHours')} inputMode="numeric" />
          </div>
          <p className="text-sm text-mute">{remote.nothingCopied}</p>
          {mayConfigure && (
            <div className="flex flex-wrap items-center gap-2">
              <Button look="framed" disabled={trial.sending} onClick={() => trial.submit(draft)}>
                <Send size={13} aria-hidden /> {trial.sending ? exportTexts.testing : exportTexts.test}
              </Button>
              <span className="min-w-0 flex-1 text-sm text-mute">{remote.testHint}</span>
              {unsaved && <Button onClick={() => reset()}>{exportTexts.discard}</Button>}
              <Button look="main" type="submit" disabled={!unsaved}>
                {form.sending ? exportTexts.saving : exportTexts.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {!trial.sending && <Trial reply={trial.reply?.write} failure={trial.failure} />}
      {!trial.sending && (
        <Trial reply={trial.reply?.read} failure={null} accepted={remote.answers} refused={remote.silent} />
      )}
      {question}
    </Card>
  );
}
