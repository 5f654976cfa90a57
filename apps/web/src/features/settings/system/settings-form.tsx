// The form around the settings of Belfry itself: what is changed, saved and refused, on every page that has some of them.
import type { SystemReply } from '@belfry/schema/http/system';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { saveSystem } from '../../../api/system.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { Theirs } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { useMay } from '../../../lib/may.ts';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnsavedBar } from '../../../ui/unsaved-bar.tsx';
import { type SystemForm, shownValue, systemForm, systemUpdate } from './form.ts';
import { messages } from './messages.ts';

/** What a card gets from the form. */
export interface CardForm {
  form: SystemForm;
  set(change: Partial<SystemForm>): void;
  errorOf(name: keyof SystemForm): string | undefined;
  /** Set by the environment, or the user may not change it. */
  isLocked(name: keyof SystemForm): boolean;
  /** Says that the environment sets it, or what somebody else has saved meanwhile; otherwise explains the setting. */
  hintOf(name: keyof SystemForm, hint?: string): ReactNode;
}

interface SettingsFormProps {
  saved: SystemReply;
  /** What a toast says when everything is saved. */
  done: string;
  children(card: CardForm): ReactNode;
}

export function SettingsForm({ saved, done, children }: SettingsFormProps) {
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const { draft, set, changed, theirs, reset } = useDraft(useMemo(() => systemForm(saved), [saved]));
  const { submit, sending, errors, failure, typed, clear } = useSubmit({
    send: () => saveSystem(queries, systemUpdate(draft, changed)),
    onDone() {
      reset();
      toast('success', done);
    },
  });
  const unsaved = changed.length > 0;
  const { question } = useLeaveGuard(unsaved);
  const save = () => unsaved && submit();

  const card: CardForm = {
    form: draft,
    set(change) {
      set(change);
      for (const name of Object.keys(change)) typed(name);
    },
    errorOf: (name) => errors[name],
    isLocked: (name) => !mayConfigure || saved.envOverrides[name] === true,
    hintOf(name, hint) {
      if (saved.envOverrides[name]) return messages.locked;
      if (theirs[name] === undefined) return hint;
      return <Theirs value={shownValue(name, theirs[name])} onTake={() => reset(name)} />;
    },
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <fieldset disabled={sending} className="flex min-w-0 flex-col gap-4">
        <Problem tone="info">
          {messages.priority} {!mayConfigure && messages.adminOnly}
        </Problem>
        {failure && (
          <Problem>
            {messages.failed}: {failure.message}
          </Problem>
        )}
        {children(card)}
        {/* Enter in a field saves */}
        <button type="submit" hidden disabled={!unsaved} />
      </fieldset>
      {unsaved && (
        <UnsavedBar
          text={messages.unsaved}
          busy={sending}
          onSave={save}
          onDiscard={() => {
            reset();
            clear();
          }}
        />
      )}
      {question}
    </form>
  );
}
