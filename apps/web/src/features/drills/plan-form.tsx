// The form of a new plan of restore tests.
import type { TestPlan, TestPlanInput } from '@belfry/schema/drill/plan';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { setTestPlans } from '../../api/drills.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { useList } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';
import { namesIn } from './texts.ts';

const EVERY = ['month', 'quarter', 'year'] as const;
const KINDS = ['tag', 'pool', 'site', 'guests'] as const;
const COUNTS = ['1', '2', '3', '5', '10'] as const;
const REMIND = ['7', '14', '30'] as const;

export function PlanForm({ plans, onClose }: { plans: readonly TestPlan[]; onClose(): void }) {
  const queries = useQueryClient();
  const [vms, containers, sites] = [useList('vms'), useList('containers'), useList('sites')];
  const [name, setName] = useState('');
  const [every, setEvery] = useState<TestPlanInput['every']>('quarter');
  const [kind, setKind] = useState<TestPlanInput['scope']['kind']>('tag');
  const [text, setText] = useState('');
  const [count, setCount] = useState<string>('1');
  const [remindDays, setRemindDays] = useState<string>('14');
  /** People know guests and sites by their names, and a plan has their ids. */
  const names = useMemo(() => {
    const known = kind === 'guests' ? [...vms, ...containers] : kind === 'site' ? sites : undefined;
    return namesIn(text, known);
  }, [text, kind, vms, containers, sites]);
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: () => ({
      ...(name.trim() === '' && { name: messages.plans.noName }),
      ...(names === undefined && { names: messages.plans.unknownNames }),
      ...(kind === 'guests' && names?.length === 0 && { names: messages.plans.noGuests }),
    }),
    send: () =>
      setTestPlans(queries, [
        ...plans,
        {
          ...{ name, every, scope: { kind, names: names ?? [] } },
          ...{ count: Number(count), remindDays: Number(remindDays) },
        },
      ]),
    onDone: onClose,
  });
  return (
    <form
      className="flex flex-col gap-4 border-b border-line-soft p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label={messages.plans.name}
          value={name}
          error={errors.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            typed('name');
          }}
        />
        <SelectField
          label={messages.plans.everyLabel}
          options={EVERY.map((each) => [each, messages.plans.every[each]] as const)}
          value={every}
          onValue={setEvery}
        />
        <SelectField
          label={messages.plans.count}
          options={COUNTS.map((each) => [each, each] as const)}
          value={count}
          onValue={setCount}
        />
        <SelectField
          label={messages.plans.kind}
          options={KINDS.map((each) => [each, messages.plans.of[each]] as const)}
          value={kind}
          onValue={setKind}
        />
        <TextField
          label={messages.plans.names}
          hint={kind === 'guests' ? messages.plans.guestsHint : messages.plans.namesHint}
          value={text}
          error={errors.names}
          onChange={(event) => {
            setText(event.currentTarget.value);
            typed('names');
          }}
        />
        <SelectField
          label={messages.plans.remind}
          options={REMIND.map((each) => [each, messages.plans.daysBefore(Number(each))] as const)}
          value={remindDays}
          onValue={setRemindDays}
        />
      </div>
      {failure && <Problem>{failure.message}</Problem>}
      <div className="flex gap-2">
        <Button type="submit" look="main" disabled={sending} aria-busy={sending}>
          {messages.plans.save}
        </Button>
        <Button look="framed" onClick={onClose}>
          {messages.plans.cancel}
        </Button>
      </div>
    </form>
  );
}
