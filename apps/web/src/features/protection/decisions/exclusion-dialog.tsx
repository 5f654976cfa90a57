// Asks why a guest needs no backup, and until when.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Exclusion, exclude } from '../../../api/protection.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { timeNow } from '../../../lib/now.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import { dayText, endOfDay } from './days.ts';

interface ExclusionDialogProps {
  subject: Subject;
  /** What is noted now. */
  known: Exclusion | undefined;
  onClose(): void;
}

export function ExclusionDialog({ subject, known, onClose }: ExclusionDialogProps) {
  const queries = useQueryClient();
  const texts = messages.exclusion;
  const { name } = subject.guest;
  const first = { note: known?.note ?? '', until: known?.until === undefined ? '' : dayText(Date.parse(known.until)) };
  const [form, setForm] = useState(first);
  const guard = useLeaveGuard(form.note !== first.note || form.until !== first.until);
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: ({ note, until }: typeof form) => {
      const end = until === '' ? undefined : endOfDay(until);
      return {
        ...(note.trim() === '' && { note: texts.noteMissing }),
        ...(until !== '' && !(end !== undefined && end > timeNow()) && { until: texts.notADay }),
      };
    },
    send({ note, until }: typeof form) {
      const end = until === '' ? undefined : endOfDay(until);
      return exclude(queries, subject.id, note.trim(), end === undefined ? undefined : new Date(end).toISOString());
    },
    onDone() {
      toast('success', messages.excluded(name));
      onClose();
    },
  });
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    for (const field of Object.keys(change)) typed(field);
  };
  return (
    <Dialog title={texts.title(name)} careful busy={sending} onClose={() => guard.leave(onClose)}>
      <DialogForm
        action={texts.save}
        locked={sending}
        onSubmit={() => submit(form)}
        onCancel={() => guard.leave(onClose)}
      >
        {failure && <Problem>{failure.message}</Problem>}
        <p className="text-sm text-soft">{texts.meaning}</p>
        <TextField
          label={texts.note}
          autoFocus
          value={form.note}
          maxLength={1000}
          error={errors.note}
          autoComplete="off"
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
        <TextField
          label={texts.until}
          type="date"
          hint={texts.untilHint}
          value={form.until}
          error={errors.until}
          onChange={(event) => set({ until: event.currentTarget.value })}
        />
      </DialogForm>
      {guard.question}
    </Dialog>
  );
}
