// The configuration of one resource compared: with a day, with another one, with what was agreed; and the agreement itself.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { agree, baselines, comparison, forgetAgreed } from '../../api/baselines.ts';
import { findingsOf } from '../../api/findings.ts';
import { useMay } from '../../lib/may.ts';
import { momentOf } from '../../lib/moment.ts';
import { useList } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Findings } from '../../ui/journal/findings.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { toast } from '../../ui/toast.ts';
import { Differences } from './differences.tsx';
import { messages } from './messages.ts';

interface CompareProps {
  /** The id of a guest, a node or an instance. */
  resource: string;
  /** A day, `agreed`, or the id of another one of the same kind; null: nothing is compared. */
  asked: string | null;
  onAsk(asked: string | null): void;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const AGREED = 'agreed';

export function Compare({ resource, asked, onAsk }: CompareProps) {
  const vms = useList('vms');
  const containers = useList('containers');
  const nodes = useList('nodes');
  const instances = useList('instances');
  const alike = useMemo(() => {
    const clusters = instances.filter(({ kind }) => kind === 'pve');
    return [[...vms, ...containers], nodes, clusters].find((list) => list.some(({ id }) => id === resource));
  }, [vms, containers, nodes, instances, resource]);
  if (!alike) return null;
  const others = alike.filter(({ id }) => id !== resource);
  const isDay = asked !== null && DAY.test(asked);
  const isAgreed = asked === AGREED;
  const other = asked !== null && !isDay && !isAgreed ? asked : undefined;
  return (
    <div className="pb-3">
      <Card title={messages.compare.title} hint={messages.compare.hint}>
        <OwnFindings resource={resource} />
        <Agreed resource={resource} isShown={isAgreed} onShow={() => onAsk(isAgreed ? null : AGREED)} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <label className="flex flex-wrap items-center gap-2">
            {messages.compare.withDay}
            <input
              type="date"
              value={isDay ? asked : ''}
              className="h-8 rounded-md border border-field-line bg-field px-2 max-md:h-11"
              onChange={({ target }) => onAsk(target.value || null)}
            />
          </label>
          {others.length > 0 && (
            <label className="flex min-w-0 flex-wrap items-center gap-2">
              {messages.compare.withOther}
              <select
                value={other ?? ''}
                className="h-8 max-w-60 rounded-md border border-field-line bg-field px-2 max-md:h-11"
                onChange={({ target }) => onAsk(target.value || null)}
              >
                <option value="">{messages.compare.choose}</option>
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        {asked !== null && (
          <Result
            asked={{ resource, ...(isDay && { at: dayStart(asked) }), with: other }}
            head={isDay ? messages.compare.was : isAgreed ? messages.compare.agreedState : messages.compare.other}
          />
        )}
      </Card>
    </div>
  );
}

/** What was noticed about the configuration. Nothing while it is not loaded, because the comparison works without it. */
function OwnFindings({ resource }: { resource: string }) {
  const { data = [] } = useQuery(findingsOf(resource));
  return data.length > 0 && <Findings findings={data} />;
}

/** The beginning of the day in the time zone of the browser, ISO. */
function dayStart(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

function Result({ asked, head }: { asked: Parameters<typeof comparison>[0]; head: string }) {
  const found = useQuery(comparison(asked));
  if (found.error) return <LoadFailure text={messages.compare.failed} query={found} />;
  if (!found.data)
    return (
      <p role="status" className="text-mute">
        {messages.compare.loading}
      </p>
    );
  return <Differences found={found.data} head={head} />;
}

function Agreed({ resource, isShown, onShow }: { resource: string; isShown: boolean; onShow(): void }) {
  const queries = useQueryClient();
  const mayAct = useMay('operate');
  const all = useQuery(baselines);
  const own = all.data?.baselines.find(({ id }) => id === resource);
  const onError = (error: Error) => toast('error', error.message);
  const agreeing = useMutation({
    mutationFn: () => agree(queries, resource),
    onSuccess: () => toast('success', messages.compare.agreed),
    onError,
  });
  const forgetting = useMutation({ mutationFn: () => forgetAgreed(queries, resource), onError });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      {own && (
        <p className="min-w-0 wrap-anywhere">
          {messages.compare.agreedBy(own.by, momentOf(Date.parse(own.agreedAt)))}{' '}
          {own.left === undefined ? (
            messages.compare.unknown
          ) : own.count > 0 ? (
            <b>{messages.compare.left(own.count)}</b>
          ) : (
            messages.compare.asAgreed
          )}
        </p>
      )}
      {own && (
        <Button look="framed" aria-pressed={isShown} onClick={onShow}>
          {messages.compare.withAgreed}
        </Button>
      )}
      {mayAct && (
        <Button look="framed" disabled={agreeing.isPending} onClick={() => agreeing.mutate()}>
          {own ? messages.compare.again : messages.compare.agree}
        </Button>
      )}
      {mayAct && own && (
        <Button disabled={forgetting.isPending} onClick={() => forgetting.mutate()}>
          {messages.compare.forget}
        </Button>
      )}
    </div>
  );
}
