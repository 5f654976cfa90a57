// Asks before Belfry is replaced: what will happen, and that it is unavailable meanwhile.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { version } from '../../../api/monitoring.ts';
import { closeUpdate, followUpdate, startUpdate } from '../../../api/update-run.ts';
import { updatePlan } from '../../../api/updates.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';
import { allWords } from './words.ts';

export function ConfirmUpdate({ wanted }: { wanted: string }) {
  const running = useQuery(version).data?.version ?? '';
  const plan = useQuery(updatePlan(wanted)).data;
  const [understood, setUnderstood] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startUpdate(wanted, plan?.downloadUrl),
    onSuccess: () => followUpdate(wanted),
  });
  return (
    <Dialog title={messages.confirm} onClose={closeUpdate} busy={isPending}>
      <DialogForm
        action={isPending ? messages.starting : messages.start}
        locked={isPending}
        incomplete={!understood || !plan?.canAutoUpdate}
        onSubmit={() => understood && mutate()}
        onCancel={closeUpdate}
      >
        <p>
          <b className="font-semibold tabular-nums">{messages.change(running, wanted)}</b>{' '}
          {plan && messages.takes(plan.estimatedTime)}
        </p>
        {plan && (
          <>
            <List title={messages.steps} items={allWords(plan.instructions, plan.named?.instructions)} />
            <List title={messages.needs} items={allWords(plan.prerequisites, plan.named?.prerequisites)} />
            {plan.problems && <List title={messages.missing} items={allWords(plan.problems, plan.named?.problems)} />}
            {plan.rollbackSupport && <p className="text-sm text-soft">{messages.back}</p>}
          </>
        )}
        <Checkbox label={messages.understood} checked={understood} disabled={isPending} onChange={setUnderstood} />
        {error && (
          <Problem>
            {messages.notStarted} {error.message}
          </Problem>
        )}
      </DialogForm>
    </Dialog>
  );
}

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <section>
    <h2 className="mb-1 text-xs font-semibold text-soft">{title}</h2>
    <ul className="list-disc pl-5 text-sm">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);
