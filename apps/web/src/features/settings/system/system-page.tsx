// The page of Belfry's own settings.
import type { SystemReply } from '@belfry/schema/http/system';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { saveSystem, system } from '../../../api/system.ts';
import { useMay } from '../../../lib/may.ts';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnsavedBar } from '../../../ui/unsaved-bar.tsx';
import { CardSkeleton } from '../card.tsx';
import { Appearance } from './appearance.tsx';
import { Discovery, Embedding, Network, Polling } from './cards.tsx';
import { type SystemForm, systemForm, systemUpdate } from './form.ts';
import { messages } from './messages.ts';
import { Updates } from './updates.tsx';

/** What a card gets from the form. */
export interface CardForm {
  form: SystemForm;
  set(change: Partial<SystemForm>): void;
  errorOf(name: keyof SystemForm): string | undefined;
  /** Set by the environment, or the user may not change it. */
  isLocked(name: keyof SystemForm): boolean;
  /** Says that the environment sets it, otherwise explains the setting. */
  hintOf(name: keyof SystemForm, hint?: string): string | undefined;
}

export function SystemPage() {
  const { data, error } = useQuery(system);
  if (error && !data)
    return (
      <Problem>
        {messages.loadFailed} {error.message}
      </Problem>
    );
  return data ? <Form key={JSON.stringify(data)} saved={data} /> : <CardSkeleton />;
}

function Form({ saved }: { saved: SystemReply }) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const [form, setForm] = useState(() => systemForm(saved));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const update = systemUpdate(form, saved);
  const changed = Object.keys(update).length > 0;
  useBlocker({
    shouldBlockFn: () => changed && !window.confirm(messages.leave),
    enableBeforeUnload: changed,
    disabled: !changed,
  });

  const save = async () => {
    if (busy || !changed) return;
    setBusy(true);
    setProblem('');
    setErrors({});
    try {
      await saveSystem(queries, update);
      toast('success', messages.saved);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      setErrors(reason.refusal.details);
      setProblem(`${messages.failed}: ${reason.message}`);
    }
    setBusy(false);
  };
  const card: CardForm = {
    form,
    set: (change) => setForm({ ...form, ...change }),
    errorOf: (name) => errors[name],
    isLocked: (name) => !mayConfigure || saved.envOverrides[name] === true,
    hintOf: (name, hint) => (saved.envOverrides[name] ? messages.locked : hint),
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-4">
        <Problem tone="info">
          {messages.priority} {!mayConfigure && messages.adminOnly}
        </Problem>
        {problem && <Problem>{problem}</Problem>}
        <Appearance {...card} />
        <Network {...card} />
        <Embedding {...card} />
        <Discovery {...card} />
        <Polling {...card} />
        <Updates {...card} />
        {/* Enter in a field saves */}
        <button type="submit" hidden disabled={!changed} />
      </fieldset>
      {changed && (
        <UnsavedBar
          text={messages.unsaved}
          busy={busy}
          onSave={() => void save()}
          onDiscard={() => {
            setForm(systemForm(saved));
            setErrors({});
            setProblem('');
          }}
        />
      )}
    </form>
  );
}
