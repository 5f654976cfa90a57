// The form of a silence: when it ends, and why it is there.
import type { Silence, SilencePatch } from '@belfry/schema/alerts/silences';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveForm } from '../../../../api/save.ts';
import { useSubmit } from '../../../../api/use-submit.ts';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { useLeaveGuard } from '../../../../lib/draft/leaving.tsx';
import { OthersSaved } from '../../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../../lib/draft/use-draft.ts';
import { timeNow } from '../../../../lib/now.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { DialogForm } from '../../../../ui/dialog-form.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Problem } from '../../../../ui/problem.tsx';
import { toast } from '../../../../ui/toast.ts';
import { messages } from '../messages.ts';
import { silences as query, readSilence, saveSilence } from './queries.ts';
import { checkSilence, silenceForm, silencePatch } from './silence-form.ts';

interface SilenceEditProps {
  silence: Silence;
  /** What it is about. */
  name: string;
  onClose(): void;
}

export function SilenceEdit({ silence, name, onClose }: SilenceEditProps) {
  const queries = useQueryClient();
  const zone = browserZone();
  const saved = useMemo(() => silenceForm(silence, zone), [silence, zone]);
  const draft = useDraft(saved);
  const form = draft.draft;
  const guard = useLeaveGuard(draft.changed.length > 0);
  const texts = messages.silences.form;
  const look = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const save = (patch: SilencePatch) =>
    saveForm({
      ...{ base: silence, look },
      read: () => readSilence(silence.id),
      of: ({ reason, until }) => [reason, until],
      save: (based) => saveSilence(silence.id, patch, based),
    });
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: (values: typeof form) => checkSilence(values, zone, timeNow(), texts.errors),
    send: (values: typeof form) => save(silencePatch(values, saved, zone, timeNow())),
    errorsOf: ({ refusal: { details } }) => ({ ...details, ...(details.minutes && { until: details.minutes }) }),
    onDone() {
      void look();
      toast('success', texts.saved);
      onClose();
    },
  });
  const set = (change: Partial<typeof form>) => {
    draft.set(change);
    for (const field of Object.keys(change)) typed(field);
  };
  return (
    <Dialog title={texts.title(name)} careful busy={sending} onClose={() => guard.leave(onClose)}>
      <DialogForm action={texts.save} locked={sending} onSubmit={() => submit(form)} onCancel={onClose}>
        {failure && <Problem>{failure.message}</Problem>}
        <OthersSaved draft={draft} names={{ until: texts.until, reason: texts.reason }} />
        <TextField
          label={texts.until}
          autoFocus
          type="datetime-local"
          hint={messages.window.zoneOfBrowser(zone)}
          value={form.until}
          error={errors.until}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
        <TextField
          label={texts.reason}
          value={form.reason}
          maxLength={500}
          error={errors.reason}
          autoComplete="off"
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      </DialogForm>
      {guard.question}
    </Dialog>
  );
}
