// The mail of a simulated gateway: much during the day, little at night, always some spam.
import { along, type Course } from '../world/course.ts';
import { between, chance, walk } from '../world/walk.ts';

/** Messages and bytes of one hour. */
export type Hour = {
  count_in: number;
  count_out: number;
  spamcount_in: number;
  spamcount_out: number;
  viruscount_in: number;
  viruscount_out: number;
  bounces_in: number;
  bounces_out: number;
  bytes_in: number;
  bytes_out: number;
  glcount: number;
  spfcount: number;
  rbl_rejects: number;
  pregreet_rejects: number;
};
/** The postfix queues of one node: messages by age in minutes. */
export type Queue = { domain: string; minutes: number }[];
export const queueNames = ['active', 'deferred', 'hold', 'incoming'] as const;
export type QueueName = (typeof queueNames)[number];

const hour = 3600;

/** The hour that begins at that time (epoch seconds). Refused mails, spam and viruses are part of the incoming mails. */
function hourOf(seed: number, begins: number): Hour {
  const daytime = 1 - Math.cos((2 * Math.PI * (begins % (24 * hour))) / (24 * hour));
  const incoming = Math.round(60 + 900 * daytime * (0.6 + walk(seed, begins, 7200)));
  const outgoing = Math.round(incoming * 0.35);
  const of = (share: number, what: string) => Math.round(incoming * share * (0.5 + chance(seed, what, begins)));
  const refused = {
    glcount: of(0.04, 'grey'),
    spfcount: of(0.01, 'spf'),
    rbl_rejects: of(0.3, 'rbl'),
    pregreet_rejects: of(0.05, 'pregreet'),
  };
  // The sender never transmits a refused mail, so it has no size.
  const accepted = Object.values(refused).reduce((left, count) => left - count, incoming);
  return {
    ...refused,
    count_in: incoming,
    count_out: outgoing,
    spamcount_in: of(0.15, 'spam'),
    spamcount_out: between(0, 1, seed, 'spam out', begins),
    viruscount_in: of(0.004, 'virus'),
    viruscount_out: 0,
    bounces_in: of(0.01, 'bounce'),
    bounces_out: of(0.004, 'bounce out'),
    bytes_in: accepted * between(30_000, 90_000, seed, 'bytes', begins),
    bytes_out: outgoing * between(40_000, 120_000, seed, 'bytes out', begins),
  };
}

export interface TimedHour {
  /** Its start, epoch seconds. */
  time: number;
  hour: Hour;
}

/** The last 24 complete hours, oldest first. */
export function completeHours(seed: number, now: number): TimedHour[] {
  const current = now - (now % hour);
  return Array.from({ length: 24 }, (_, i) => {
    const time = current - (24 - i) * hour;
    return { time, hour: hourOf(seed, time) };
  });
}

const noMails: Hour = {
  count_in: 0,
  count_out: 0,
  spamcount_in: 0,
  spamcount_out: 0,
  viruscount_in: 0,
  viruscount_out: 0,
  bounces_in: 0,
  bounces_out: 0,
  bytes_in: 0,
  bytes_out: 0,
  glcount: 0,
  spfcount: 0,
  rbl_rejects: 0,
  pregreet_rejects: 0,
};

/**
 * The hours of the last day, as a gateway lists them: the complete ones, and the one that has begun. That one has no mails, because
 * the gateway counts mails up to the start of this hour (`localhourspan` in PMG/Statistic.pm).
 */
export function listedHours(seed: number, now: number): TimedHour[] {
  return [...completeHours(seed, now), { time: now - (now % hour), hour: noMails }];
}

/** The deferred messages while their number follows courses. Those beyond the usual ones have waited since it began. */
export function deferredAlong(courses: readonly Course[] | undefined, usual: Queue, t: number): Queue {
  const begun = courses?.findLast(({ from }) => from <= t);
  if (begun === undefined) return usual;
  const count = Math.round(along(courses, usual.length, t));
  const longest = Math.floor((t - begun.from) / 60);
  const more = Array.from({ length: Math.max(0, count - usual.length) }, (_, i) => ({
    domain: 'example.com',
    minutes: Math.floor((longest * (i + 1)) / (count - usual.length)),
  }));
  return [...usual.slice(0, count), ...more];
}

/** The queues of a node. `backlog` adds messages that have waited for hours. `longest`: minutes that the others have waited. */
export function createQueues(seed: number, backlog: number, longest = 35): Record<QueueName, Queue> {
  const of = (name: QueueName, count: number, oldest: number): Queue =>
    Array.from({ length: count }, (_, i) => ({
      domain: ['example.net', 'home.arpa', 'example.org'][i % 3] ?? 'example.net',
      minutes: between(0, oldest, seed, name, i),
    }));
  return {
    active: of('active', 3, 4),
    deferred: of('deferred', 7 + backlog, backlog > 0 ? 700 : longest),
    hold: [],
    incoming: of('incoming', 1, 2),
  };
}
