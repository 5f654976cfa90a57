// Where a guest of a lost node can be started, or why nowhere, and from which backup it can be restored.
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { isUnknown } from '@belfry/domain/node-loss/summary';
import { guestAlive, guestRan, parentOf } from '@belfry/domain/status';
import type { LostGuest } from '@belfry/schema/entities/node-loss';
import { formatAgo, NONE } from '../../../lib/language/format.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { MINUTE_MS, useNow } from '../../../lib/now.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { hint } from '../../../ui/hint.tsx';
import { obstacleText } from '../../../ui/node-loss/obstacle-text.ts';
import { messages } from '../messages.ts';

interface ElsewhereProps {
  /** Undefined while the estimate does not have the guest: nobody knows yet. */
  lost: LostGuest | undefined;
  /** What the guest needs. */
  memoryBytes: number;
}

/** In a large estate the estimates come some seconds after the page. */
export const useHasEstimates = (): boolean => useLive(({ archives }) => archives !== 'none');

export function Elsewhere({ lost, memoryBytes }: ElsewhereProps) {
  const hasEstimates = useHasEstimates();
  const { to, obstacles = [] } = lost ?? {};
  if (to !== undefined) return to;
  if (!lost || obstacles.length === 0)
    return <span className="text-soft">{hasEstimates ? messages.notEstimated : messages.loadingPart}</span>;
  return (
    // in a column beside others it is no tower of words
    <span className="block md:min-w-44">
      {!isUnknown(lost) && <b className="font-semibold text-warn">{messages.nowhere}: </b>}
      <span className="text-soft">{obstacleText(obstacles, memoryBytes)}</span>
    </span>
  );
}

/** Where a guest that was lost with its node is now. */
export const IsElsewhere = ({ guest: { node, status } }: { guest: GuestFacts }) => (
  <b className={`font-semibold ${guestAlive(status) ? 'text-ok' : 'text-warn'}`}>
    {messages.isNow(node, guestAlive(status))}
  </b>
);

interface LastGoodProps {
  guest: GuestFacts;
  lost: LostGuest | undefined;
}

/** The newest backup that is complete, and where it is. Of a guest that can be started nowhere it is all that is left. */
export function LastGood({ guest: { id, lastBackup }, lost }: LastGoodProps) {
  const now = useNow(MINUTE_MS);
  const judged = useLive(({ state }) => state?.guestProtection.find((each) => each.id === id));
  const { lastGood = lastBackup, place } = judged ?? {};
  if (lastGood === undefined) {
    // nobody has judged it yet
    if (!judged) return NONE;
    const isStuck = lost !== undefined && lost.to === undefined && !isUnknown(lost);
    return isStuck ? (
      <b className="font-semibold text-crit">{messages.lostWhole}</b>
    ) : (
      <span className="text-warn">{messages.noBackup}</span>
    );
  }
  const at = Date.parse(lastGood);
  return (
    <span className="leading-tight">
      <span className="whitespace-nowrap tabular-nums" {...hint(formatAgo(at, now))}>
        {shortMoment(at, now)}
      </span>{' '}
      {place !== undefined && (
        <span className="text-xs text-mute md:block lg:max-w-[26ch] lg:truncate" {...hint(place)}>
          {messages.on(place)}
        </span>
      )}
    </span>
  );
}

/** Of a guest on a lost node. */
export function StartElsewhere({ guest }: { guest: GuestFacts }) {
  const loss = useList('nodeLosses').find(({ id }) => id === parentOf(guest));
  const lost = loss?.guests.find(({ vmid }) => vmid === guest.vmid);
  // nobody has to start what was stopped
  if (!lost && guestRan(guest) === false) return null;
  const facts: Fact[] = [
    [messages.lostHeads.fits, <Elsewhere key="where" lost={lost} memoryBytes={guest.memory.total} />],
    ...(lost?.order === undefined ? [] : [[messages.lostHeads.order, String(lost.order)] as const]),
    [messages.lostHeads.backup, <LastGood key="backup" guest={guest} lost={lost} />],
  ];
  return (
    <Panel title={messages.whereItCanStart}>
      <Facts facts={facts} />
      <p className="text-warn">{messages.firstMakeSure(guest.node)}</p>
    </Panel>
  );
}
