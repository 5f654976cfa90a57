// The plans of restore tests: what each group of guests still lacks, and who is next.
import type { TestPlansReply } from '@belfry/schema/http/test-plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { setTestPlans, testPlans } from '../../api/drills.ts';
import { formatAgo } from '../../lib/language/format.ts';
import { useMay } from '../../lib/may.ts';
import { dateOf } from '../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dot, type DotState } from '../../ui/dot.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { PlanForm } from './plan-form.tsx';

type Planned = TestPlansReply['plans'][number];
type Group = Planned['groups'][number];
type Row = Group & { plan: Planned['plan']; now: number };

/** `onGuest`: the guest is chosen in the form that hands out a test. */
export function Plans({ onGuest }: { onGuest(id: string): void }) {
  const now = useNow(MINUTE_MS);
  const mayAct = useMay('operate');
  const mayHandOut = useMay('configure');
  const found = useQuery(testPlans);
  const [isAdding, setAdding] = useState(false);
  if (!found.data) return found.error ? <LoadFailure text={messages.plans.loadFailed} query={found} /> : null;
  const { plans } = found.data;
  const rows = plans.flatMap(({ plan, groups }) => groups.map((group): Row => ({ ...group, plan, now })));
  return (
    <Card
      flush
      title={messages.plans.title}
      hint={messages.plans.hint}
      actions={
        mayAct &&
        !isAdding && (
          <Button look="framed" onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            {messages.plans.add}
          </Button>
        )
      }
    >
      {plans.length === 0 && !isAdding && <p className="px-4 py-3 text-sm text-soft">{messages.plans.none}</p>}
      {isAdding && <PlanForm plans={plans.map(({ plan }) => plan)} onClose={() => setAdding(false)} />}
      {plans.length > 0 && (
        <ul className="border-b border-line-soft px-4 py-1.5 text-sm">
          {plans.map(({ plan }) => (
            <li key={plan.id} className="flex items-center gap-2">
              <span className="min-w-0 wrap-anywhere">
                <b className="font-semibold">{plan.name}</b> {sentenceOf(plan)}
              </span>
              {mayAct && <Remove plan={plan} all={plans.map((each) => each.plan)} />}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ShortTable
          label={messages.plans.title}
          rows={rows}
          columns={columns}
          keyOf={({ plan, group }) => `${plan.id} ${group}`}
          {...(mayHandOut && {
            action: ({ next: [first] }: Row) =>
              first && (
                <IconButton label={messages.plans.test(first.name)} onClick={() => onGuest(first.guest)}>
                  <FlaskConical size={14} aria-hidden />
                </IconButton>
              ),
          })}
        />
      )}
    </Card>
  );
}

const sentenceOf = ({ every, count, scope: { kind, names } }: Planned['plan']): string =>
  messages.plans.sentence(messages.plans.every[every], count, messages.plans.of[kind], names.length);

const DOTS: Readonly<Record<Group['state'], DotState>> = {
  ...{ done: 'ok', open: 'wait', due: 'warn', overdue: 'crit', none: 'off' },
};

const columns: readonly TextColumn<Row>[] = [
  {
    head: () => messages.plans.heads.group,
    cell: ({ plan, group }) => <span className="wrap-anywhere">{group || plan.name}</span>,
  },
  {
    head: () => messages.plans.heads.status,
    cell: ({ state, tested, wanted, without }) => (
      <span className="flex items-start gap-2">
        <span className="mt-1 flex">
          <Dot state={DOTS[state]} label="" />
        </span>
        <span>
          {messages.plans.states[state]}
          {state !== 'none' && <span className="text-soft"> {messages.plans.tested(tested.length, wanted)}</span>}
          {without > 0 && <small className="block text-mute">{messages.plans.without(without)}</small>}
        </span>
      </span>
    ),
  },
  {
    head: () => messages.plans.heads.next,
    cell: ({ next: [first, ...more], now }) =>
      first && (
        <span className="wrap-anywhere">
          {first.name}
          {more.length > 0 && ` +${more.length}`}
          <small className="block text-mute">
            {first.at === undefined ? messages.plans.never : messages.plans.last(formatAgo(Date.parse(first.at), now))}
          </small>
        </span>
      ),
  },
  {
    head: () => messages.plans.heads.until,
    // It ends at midnight: the day before is the last one.
    cell: ({ until }) => <span className="whitespace-nowrap">{dateOf(Date.parse(until) - 1)}</span>,
  },
];

function Remove({ plan, all }: { plan: Planned['plan']; all: readonly Planned['plan'][] }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      setTestPlans(
        queries,
        all.filter(({ id }) => id !== plan.id),
      ),
    onSuccess: () =>
      toast('success', messages.plans.removed, {
        action: {
          text: messages.plans.undo,
          run: () => void setTestPlans(queries, all).catch((error: Error) => toast('error', error.message)),
        },
      }),
    onError: (error) => toast('error', error.message),
  });
  return (
    <IconButton label={messages.plans.remove(plan.name)} disabled={isPending} onClick={() => mutate()}>
      <Trash2 size={14} />
    </IconButton>
  );
}
