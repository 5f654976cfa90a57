// The mail of a simulated gateway: much during the day, little at night, always some spam.
import { along, type Course } from '../world/course.ts';
import { between, chance, walk } from '../world/walk.ts';

/** Counts of messages, and bytes, of one hour. `glcount`: greylisted mails. `spfcount`: mails that failed the SPF check. */
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
/** A postfix queue: for each message the domain of its recipient and its age in minutes. */
export type Queue = { domain: string; minutes: number }[];
export const queueNames = ['active', 'deferred', 'hold', 'incoming'] as const;
export type QueueName = (typeof queueNames)[number];

const HOUR_S = 3600;

/** The mail of the hour that starts at `start` (epoch seconds). `count_in` contains rejected mails, spam and viruses. */
function hourOf(seed: number, start: number): Hour {
  const daytime = 1 - Math.cos((2 * Math.PI * (start % (24 * HOUR_S))) / (24 * HOUR_S));
  const incoming = Math.round(60 + 900 * daytime * (0.6 + walk(seed, start, 7200)));
  const outgoing = Math.round(incoming * 0.35);
  const shareOf = (share: number, name: string) => Math.round(incoming * share * (0.5 + chance(seed, name, start)));
  const rejects = {
    glcount: shareOf(0.04, 'grey'),
    spfcount: shareOf(0.01, 'spf'),
    rbl_rejects: shareOf(0.3, 'rbl'),
    pregreet_rejects: shareOf(0.05, 'pregreet'),
  };
  // The gateway rejects these mails before their content is sent, so they have no size.
  const accepted = Object.values(rejects).reduce((rest, count) => rest - count, incoming);
  return {
    ...rejects,
    count_in: incoming,
    count_out: outgoing,
    spamcount_in: shareOf(0.15, 'spam'),
    spamcount_out: between(0, 1, seed, 'spam out', start),
    viruscount_in: shareOf(0.004, 'virus'),
    viruscount_out: 0,
    bounces_in: shareOf(0.01, 'bounce'),
    bounces_out: shareOf(0.004, 'bounce out'),
    bytes_in: accepted * between(30_000, 90_000, seed, 'bytes', start),
    bytes_out: outgoing * between(40_000, 120_000, seed, 'bytes out', start),
  };
}

export interface TimedHour {
  /** The start of the hour, epoch seconds. */
  time: number;
  hour: Hour;
}

/** The last 24 complete hours before `now` (epoch seconds), oldest first. */
export function completeHours(seed: number, now: number): TimedHour[] {
  const currentHour = now - (now % HOUR_S);
  return Array.from({ length: 24 }, (_, i) => {
    const time = currentHour - (24 - i) * HOUR_S;
    return { time, hour: hourOf(seed, time) };
  });
}

const emptyHour: Hour = {
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
 * The hours of the last day as a gateway lists them: 24 complete hours, and the current hour without mails. The gateway counts
 * mails only up to the start of the current hour (`localhourspan` in PMG/Statistic.pm).
 */
export function listedHours(seed: number, now: number): TimedHour[] {
  return [...completeHours(seed, now), { time: now - (now % HOUR_S), hour: emptyHour }];
}

/** The deferred queue at `t` (epoch seconds). A course changes its length. Added messages arrived after the course started. */
export function deferredAlong(courses: readonly Course[] | undefined, usual: Queue, t: number): Queue {
  const course = courses?.findLast(({ from }) => from <= t);
  if (course === undefined) return usual;
  const count = Math.round(along(courses, usual.length, t));
  const oldest = Math.floor((t - course.from) / 60);
  const added = Array.from({ length: Math.max(0, count - usual.length) }, (_, i) => ({
    domain: 'example.com',
    minutes: Math.floor((oldest * (i + 1)) / (count - usual.length)),
  }));
  return [...usual.slice(0, count), ...added];
}

/**
 * The queues of a node. `backlog`: the number of additional deferred messages. With a backlog, deferred messages are up to 700
 * minutes old, otherwise up to `maxMinutes`.
 */
export function createQueues(seed: number, backlog: number, maxMinutes = 35): Record<QueueName, Queue> {
  const queue = (name: QueueName, count: number, oldest: number): Queue =>
    Array.from({ length: count }, (_, i) => ({
      domain: ['example.net', 'home.arpa', 'example.org'][i % 3] ?? 'example.net',
      minutes: between(0, oldest, seed, name, i),
    }));
  return {
    active: queue('active', 3, 4),
    deferred: queue('deferred', 7 + backlog, backlog > 0 ? 700 : maxMinutes),
    hold: [],
    incoming: queue('incoming', 1, 2),
  };
}
