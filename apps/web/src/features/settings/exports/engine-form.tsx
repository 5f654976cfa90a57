// The form of an engine that receives values: the whole form is saved, and can be tried before.
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Stored } from '../../../api/client.ts';
import { type Based, saveForm } from '../../../api/save.ts';
import { type Submit, useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { ExportStatus, type Shown } from './export-status.tsx';
import { messages } from './messages.ts';

type TextName<Form> = { [N in keyof Form]: Form[N] extends string ? N : never }[keyof Form] & string;

interface EngineFormProps<Form, Saved, Reply> {
  title: string;
  about: string;
  texts: { saved: string; failed: string; testHint: string };
  /** What each field is called. */
  names: Record<keyof Form, string>;
  saved: Saved;
  of(saved: Saved): Form;
  check(form: Form): FieldErrors;
  read(): Promise<Stored<Saved>>;
  save(form: Form, based: Based): Promise<unknown>;
  attempt(form: Form): Promise<Reply>;
  /** What is loaded again after a save. The first one is what the form shows. */
  changes: readonly [readonly unknown[], ...(readonly unknown[])[]];
  /** The fields; `field` has what each field with text needs. */
  children(field: (name: TextName<Form>) => Field): ReactNode;
  result(trial: Pick<Submit<Form, Reply>, 'reply' | 'failure'>): ReactNode;
}

interface Field {
  label: string;
  value: string;
  error: string | undefined;
  autoComplete: string;
  autoCapitalize: string;
  spellCheck: boolean;
  onChange(event: { currentTarget: HTMLInputElement }): void;
}

export function EngineForm<Form extends { enabled: boolean }, Saved extends Shown, Reply>(
  props: EngineFormProps<Form, Saved, Reply>,
) {
  const { title, about, texts, names, saved, of, check, read, save, attempt, changes, children, result } = props;
  const queries = useQueryClient();
  const mayConfigure = useMay('configure');
  const all = useDraft(useMemo(() => of(saved), [saved, of]));
  const { draft, set, changed, reset } = all;
  const load = (queryKey: readonly unknown[]) => queries.invalidateQueries({ queryKey });
  const form = useSubmit({
    check,
    send: (values: Form) =>
      saveForm({ read, base: saved, of, look: () => load(changes[0]), save: (based) => save(values, based) }),
    async onDone() {
      toast('success', texts.saved);
      await Promise.all(changes.map(load));
      reset();
    },
  });
  const trial = useSubmit({ check: (values: Form) => check({ ...values, enabled: true }), send: attempt });
  const unsaved = changed.length > 0;
  const { question } = useLeaveGuard(unsaved && !form.sending);
  const field = (name: TextName<Form>): Field => ({
    label: names[name],
    value: String(draft[name]),
    error: form.errors[name] ?? trial.errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange(event) {
      set({ [name]: event.currentTarget.value } as Partial<Form>);
      form.typed(name);
      trial.typed(name);
    },
  });
  return (
    <Card title={title} hint={about}>
      <ExportStatus state={saved} />
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit(draft);
        }}
      >
        <fieldset disabled={!mayConfigure || form.sending} className="flex min-w-0 flex-col gap-4">
          <OthersSaved draft={all} names={names} />
          {form.failure && (
            <Problem>
              {texts.failed}: {form.failure.message}
            </Problem>
          )}
          <Switch
            label={names.enabled}
            checked={draft.enabled}
            onChange={(enabled) => set({ enabled } as Partial<Form>)}
          />
          {children(field)}
          {mayConfigure && (
            <div className="flex flex-wrap items-center gap-2">
              <Button look="framed" disabled={trial.sending} onClick={() => trial.submit(draft)}>
                <Send size={13} aria-hidden /> {trial.sending ? messages.testing : messages.test}
              </Button>
              <span className="min-w-0 flex-1 text-sm text-mute">{texts.testHint}</span>
              {unsaved && <Button onClick={() => reset()}>{messages.discard}</Button>}
              <Button look="main" type="submit" disabled={!unsaved}>
                {form.sending ? messages.saving : messages.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {!trial.sending && result(trial)}
      {question}
    </Card>
  );
}
