// The backups of a guest in words: where, how many, how large, verified, encrypted, copied, and what the next prune removes.
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { monthDay, shortMoment } from '../../../lib/moment.ts';
import { messages } from '../messages.ts';
import { copyText } from '../table/cells.tsx';

type Fact = readonly [name: string, text: string];

export function backupFacts(protection: GuestProtection, now: number): Fact[] {
  const { lastGood, nextRun, place, backups, protectedBackups, oldest, encrypted, offSite, prune } = protection;
  const moment = (at: string) => shortMoment(Date.parse(at), now);
  const day = (at: string) => monthDay(Date.parse(at));
  const facts: (Fact | undefined)[] = [
    [messages.lastGood, lastGood === undefined ? NONE : moment(lastGood)],
    nextRun === undefined ? undefined : [messages.nextRun, moment(nextRun)],
    place === undefined ? undefined : [messages.where, place],
    [
      messages.count,
      [messages.counted(backups, protectedBackups), oldest !== undefined && messages.since(day(oldest))]
        .filter(Boolean)
        .join(', '),
    ],
    sizeFact(protection),
    verifiedFact(protection, moment),
    encrypted === undefined ? undefined : [messages.encryption, encrypted ? messages.yes : messages.no],
    [messages.copy, offSite ? `${moment(offSite.at)}, ${copyText(offSite)}` : messages.noCopy],
    prune && [
      messages.prune,
      prunedText(messages.pruned(prune.removes, day(prune.oldestAfter)), prune.at && moment(prune.at)),
    ],
  ];
  return facts.filter((fact) => fact !== undefined);
}

const prunedText = (text: string, at: string | undefined): string =>
  at === undefined || at === '' ? text : messages.prunedAt(at, text);

function sizeFact({ size, sizeChange, oldest, sizeChangeAll }: GuestProtection): Fact | undefined {
  if (size === undefined) return undefined;
  const parts = [
    sizeChange === undefined ? formatBytes(size) : messages.sizeThen(formatBytes(size), changeText(sizeChange)),
    ...(sizeChangeAll !== undefined && oldest !== undefined
      ? [messages.sizeSince(changeText(sizeChangeAll), monthDay(Date.parse(oldest)))]
      : []),
  ];
  return [messages.size, parts.join('; ')];
}

const changeText = (bytes: number): string =>
  bytes === 0 ? messages.same : bytes > 0 ? messages.larger(formatBytes(bytes)) : messages.smaller(formatBytes(-bytes));

function verifiedFact(
  { verification, newestVerified }: GuestProtection,
  moment: (at: string) => string,
): Fact | undefined {
  if (verification === undefined) return undefined;
  const newest = newestVerified === undefined ? undefined : messages.verifiedLast(moment(newestVerified));
  if (verification === 'ok') return [messages.verified, newest ?? messages.yes];
  const text = messages.verifications[verification];
  return [messages.verified, newest === undefined ? text : `${text}; ${newest}`];
}
