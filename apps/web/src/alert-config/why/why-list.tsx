// Why a resource has an alert or none: what each rule says about it now, the worst first.
import type { Reason } from '@belfry/schema/alerts/why';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { useMay } from '../../lib/may.ts';
import { momentOf } from '../../lib/moment.ts';
import { alertLink } from '../../ui/alerts/resource-link.ts';
import { messages as types } from '../../ui/alerts/type-messages.ts';
import { messages } from './messages.ts';

const REFRESH_MS = 15_000;

const why = (resource: string) =>
  queryOptions({
    queryKey: ['alert-why', resource],
    queryFn: ({ signal }) => call('GET /api/alerts/why', { query: { resource }, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });

const DOTS = { none: 'ok', pending: 'wait', attached: 'off', active: 'warn', acknowledged: 'off' } as const;
const dotOf = ({ status, is }: Reason): string =>
  status === 'none' && (is === 'unknown' || is === 'off') ? 'off' : DOTS[status];

/** What the status says is not said again. */
const SAID: Partial<Record<Reason['status'], string>> = { acknowledged: 'acknowledgement', attached: 'cause' };

const isNews =
  ({ status }: Reason) =>
  ({ by, until, reason }: Reason['heldBack'][number]): boolean =>
    by !== SAID[status] || until !== undefined || reason !== undefined;

/** `resource`: the id of what the rules look at. `but`: without the alert with this id. */
export function WhyList({ resource, name, but }: { resource: string; name: string; but?: string | undefined }) {
  const mayRead = useMay('read');
  const { data, error } = useQuery({ ...why(resource), enabled: mayRead });
  if (!mayRead) return null;
  if (error && !data) return <p className="text-mute">{error.message}</p>;
  if (!data) return <p className="text-mute">{messages.loading}</p>;
  const reasons = data.reasons.filter(({ id }) => id !== but);
  if (reasons.length === 0) return <p className="text-mute">{messages.nothing}</p>;
  // Such as the usage of each file system: only the id tells them apart.
  const isOneOfSeveral = (one: string) => reasons.filter(({ type }) => type === one).length > 1;
  return (
    <ul aria-label={messages.ofResource(name)} className="grid gap-x-6 gap-y-1.5 lg:grid-cols-2">
      {reasons.map((reason) => (
        <li key={reason.id} className="min-w-0">
          <p className="flex items-center gap-2">
            <span aria-hidden className={`dot shrink-0 ${dotOf(reason)}`} />
            <b className="font-[550]">
              {types.name(reason.type)}
              {reason.part !== undefined && ` · ${reason.part}`}
            </b>
            <span className="text-mute">{messages.statuses[reason.status]}</span>
          </p>
          <div className="pl-4 text-soft wrap-anywhere">
            <p>
              {unbroken(messageOf(reason))}{' '}
              {reason.cause !== undefined && (
                <Link {...alertLink(reason.cause)} className="text-brand underline">
                  {messages.explaining}
                </Link>
              )}
            </p>
            {reason.heldBack.filter(isNews(reason)).map(({ by, until, reason: given }) => (
              <p key={by} className="text-mute">
                {until === undefined
                  ? messages.heldBack[by]
                  : messages.until(messages.heldBack[by], momentOf(Date.parse(until)))}
                {given && ` (${given})`}
              </p>
            ))}
            {reason.part === undefined && isOneOfSeveral(reason.type) && <p className="text-mute">{reason.id}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
