// The report that Belfry makes by itself each month: where it goes, how long reports are kept, and what stands at their top.
import type { MonthlyStatus } from '@belfry/schema/http/monthly-reports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keptReports, type MonthlyAsked, monthlyReports, runMonthly, saveMonthly } from '../../api/reports.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { useLeaveGuard } from '../../lib/draft/leaving.tsx';
import { useDraft } from '../../lib/draft/use-draft.ts';
import { languageNames } from '../../lib/language/language.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { momentOf } from '../../lib/moment.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardSkeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.ts';
import { LogoField } from './logo-field.tsx';
import { messages } from './messages.ts';
import { periodName } from './period-name.ts';
import { useCommonScopes } from './use-scope-choices.ts';

export function Monthly() {
  const saved = useQuery(monthlyReports);
  if (saved.data) return <Form status={saved.data} />;
  return saved.error ? <LoadFailure text={messages.monthlyLoadFailed} query={saved} /> : <CardSkeleton />;
}

function Form({ status }: { status: MonthlyStatus }) {
  const queries = useQueryClient();
  const { settings, places, next, last, problem } = status;
  const { draft, set, changed, reset } = useDraft(settings);
  const scopes = useCommonScopes(draft.scope);
  const { question } = useLeaveGuard(changed.length > 0);
  const { submit, sending, errors, failure } = useSubmit<MonthlyAsked, MonthlyStatus>({
    send: saveMonthly,
    onDone(reply) {
      queries.setQueryData(monthlyReports.queryKey, reply);
      reset();
      toast('success', messages.saved);
    },
  });
  const now = useMutation({
    mutationFn: runMonthly,
    onSettled: () =>
      Promise.all([monthlyReports, keptReports].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  });
  const facts = [
    next === undefined ? '' : messages.next(momentOf(Date.parse(next))),
    last ? messages.last(periodName(last.period)) : '',
  ].join(' ');
  return (
    <Card title={messages.monthly} hint={messages.monthlyHint}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit({ ...draft, recipients: draft.recipients.filter(Boolean) });
        }}
      >
        {problem && <Problem>{messageOf(problem)}</Problem>}
        {failure && <Problem>{failure.message}</Problem>}
        {now.error && <Problem>{now.error.message}</Problem>}
        {now.isSuccess && <Problem tone="ok">{messages.ran}</Problem>}
        <div>
          <Checkbox label={messages.monthlyOn} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
          {facts.trim() !== '' && <p className="text-sm text-mute">{facts}</p>}
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
          <SelectField
            label={messages.form}
            options={messages.formats}
            value={draft.format}
            onValue={(format) => set({ format })}
          />
          <SelectField
            label={messages.language}
            options={languageNames}
            value={draft.language}
            onValue={(language) => set({ language })}
          />
          <SelectField
            label={messages.paper}
            options={messages.papers}
            value={draft.paper}
            onValue={(paper) => set({ paper })}
          />
          <SelectField
            label={messages.scope}
            options={scopes}
            value={draft.scope}
            error={errors.scope}
            onValue={(scope) => set({ scope })}
          />
          <TextField
            label={messages.keepDays}
            type="number"
            min={31}
            max={3660}
            value={draft.keepDays}
            error={errors.keepDays}
            onChange={(event) => set({ keepDays: event.currentTarget.valueAsNumber || 400 })}
          />
        </div>
        <fieldset className="flex flex-col">
          <legend className="font-medium">{messages.places}</legend>
          <p className="text-sm text-mute">{messages.inList}</p>
          <Checkbox
            label={places.mail ? messages.mail : `${messages.mail}. ${messages.mailOff}`}
            checked={draft.mail}
            disabled={!places.mail && !draft.mail}
            onChange={(mail) => set({ mail })}
          />
          <Checkbox
            label={places.folder === undefined ? messages.noFolder : messages.folder(places.folder)}
            checked={draft.folder}
            disabled={places.folder === undefined && !draft.folder}
            onChange={(folder) => set({ folder })}
          />
          <Checkbox
            label={places.s3 === undefined ? messages.noS3 : messages.s3(places.s3)}
            checked={draft.s3}
            disabled={places.s3 === undefined && !draft.s3}
            onChange={(s3) => set({ s3 })}
          />
        </fieldset>
        {draft.mail && (
          <TextField
            label={messages.recipients}
            hint={messages.recipientsHint}
            value={draft.recipients.join(', ')}
            error={Object.entries(errors).find(([field]) => field.startsWith('recipients'))?.[1]}
            onChange={(event) => set({ recipients: addressesOf(event.currentTarget.value) })}
          />
        )}
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 font-medium">{messages.head}</legend>
          <TextField
            label={messages.name}
            maxLength={60}
            value={draft.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <LogoField value={draft.logo} onValue={(logo) => set({ logo })} />
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="main" disabled={sending || changed.length === 0} aria-busy={sending}>
            {sending ? messages.saving : messages.save}
          </Button>
          <Button
            look="framed"
            disabled={now.isPending || changed.length > 0}
            aria-busy={now.isPending}
            onClick={() => now.mutate()}
          >
            {now.isPending ? messages.running : messages.run}
          </Button>
        </div>
      </form>
      {question}
    </Card>
  );
}

/** While somebody types, the last one may be empty. */
const addressesOf = (text: string): string[] => (text.trim() === '' ? [] : text.split(',').map((each) => each.trim()));
