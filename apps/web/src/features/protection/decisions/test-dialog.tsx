// Notes that somebody restored a guest to see whether its backup works.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noteRestoreTest } from '../../../api/protection.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { compareText, natural } from '../../../lib/order.ts';
import { ChoiceField, type ChoiceItem } from '../../../ui/choice-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { AreaField, TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import { dayText, momentOfDay } from './days.ts';

interface TestDialogProps {
  subjects: ReadonlyMap<string, Subject>;
  /** The guest that is chosen at first. */
  first: Subject | undefined;
  onClose(): void;
}

type Result = keyof typeof messages.test.results;

const choiceOf = ({ id, guest }: Subject): ChoiceItem => ({
  ...{ value: id, label: guest.name, detail: `${guest.vmid} · ${guest.node}` },
});

export function TestDialog({ subjects, first, onClose }: TestDialogProps) {
  const queries = useQueryClient();
  const texts = messages.test;
  const [today] = useState(() => dayText(Date.now()));
  const [form, setForm] = useState({ guest: first?.id ?? '', day: today, result: 'ok' as Result, note: '' });
  const guard = useLeaveGuard(form.note !== '' || form.day !== today || form.result !== 'ok');
  const { submit, sending, errors, failure, typed } = useSubmit({
    check({ guest, day }: typeof form) {
      const at = momentOfDay(day, Date.now());
      return {
        ...(guest === '' && { guest: texts.noGuest }),
        ...((at === undefined || at > Date.now()) && { at: texts.notADay }),
      };
    },
    send: ({ guest, day, result, note }: typeof form) =>
      noteRestoreTest(queries, {
        ...{ guest, result, note: note.trim() },
        at: new Date(momentOfDay(day, Date.now()) ?? Date.now()).toISOString(),
      }),
    onDone() {
      toast('success', texts.saved);
      onClose();
    },
  });
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    for (const field of Object.keys(change)) typed(field === 'day' ? 'at' : field);
  };
  const chosen = subjects.get(form.guest);
  return (
    <Dialog title={texts.title} careful busy={sending} onClose={() => guard.leave(onClose)}>
      <DialogForm
        action={texts.save}
        locked={sending}
        onSubmit={() => submit(form)}
        onCancel={() => guard.leave(onClose)}
      >
        {failure && <Problem>{failure.message}</Problem>}
        <ChoiceField
          label={texts.guest}
          placeholder={texts.noGuest}
          none={messages.notFound}
          chosen={chosen ? choiceOf(chosen) : null}
          error={errors.guest}
          load={() =>
            [...subjects.values()].map(choiceOf).sort((a, b) => compareText(natural(a.label), natural(b.label)))
          }
          onValue={(guest) => set({ guest })}
        />
        <TextField
          label={texts.at}
          type="date"
          max={today}
          value={form.day}
          error={errors.at}
          onChange={(event) => set({ day: event.currentTarget.value })}
        />
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium text-soft" aria-hidden>
            {texts.result}
          </span>
          <span className="flex">
            <Segmented<Result>
              label={texts.result}
              options={texts.results}
              value={form.result}
              onChange={(result) => set({ result })}
            />
          </span>
        </div>
        <AreaField
          label={texts.note}
          hint={texts.noteHint}
          rows={3}
          maxLength={1000}
          value={form.note}
          error={errors.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </DialogForm>
      {guard.question}
    </Dialog>
  );
}
