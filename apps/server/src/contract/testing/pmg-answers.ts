// The answers of a mail gateway of two nodes without any problem, and of one with every possible problem.
import type { HostAnswer } from './answering-host.ts';

/**
 * `bad` is a warning where there are two levels, `worse` is critical, and then the second node cannot be reached. `outlier`: only the
 * first node has too many mails; `far outlier`: so many that this is critical. `growing`: the quarantines have more mails than before,
 * `flood`: many more. `silent`: every call fails.
 */
export type MailMood = 'well' | 'bad' | 'worse' | 'outlier' | 'far outlier' | 'growing' | 'flood' | 'silent';
type Answering = Exclude<MailMood, 'silent'>;

const HOUR_S = 3600;

interface Queues {
  active: number;
  deferred: number;
  hold: number;
  /** The bucket of all deferred mails. */
  bucket: string;
  minutes: number;
}
const few: Queues = { active: 1, deferred: 4, hold: 0, bucket: '5m', minutes: 3 };
/** By node. */
const queues: Partial<Record<Answering, readonly [Queues, Queues]>> = {
  bad: [
    { active: 110, deferred: 120, hold: 75, bucket: '40m', minutes: 35 },
    { active: 110, deferred: 120, hold: 75, bucket: '40m', minutes: 35 },
  ],
  worse: [{ active: 100, deferred: 600, hold: 400, bucket: '1280m+', minutes: 2000 }, few],
  outlier: [{ active: 120, deferred: 125, hold: 65, bucket: '20m', minutes: 19 }, few],
  'far outlier': [{ active: 110, deferred: 450, hold: 250, bucket: '20m', minutes: 19 }, few],
};
const usual: readonly [Queues, Queues] = [few, few];
/** Mails in the quarantines of spam and viruses. */
const quarantined: Partial<Record<Answering, readonly [spam: number, virus: number]>> = {
  bad: [2200, 2200],
  worse: [5200, 5200],
  growing: [560, 280],
  flood: [900, 600],
};

export function gatewayAnswer(path: string, query: URLSearchParams, mood: MailMood, nowMs: number): HostAnswer {
  if (mood === 'silent') return { status: 503 };
  if (path === '/access/ticket')
    return { data: { ticket: 'PMG:a@pmg:1::x', CSRFPreventionToken: 'x', username: 'a@pmg' } };
  const now = Math.floor(nowMs / 1000);
  const of = <T>(well: T, bad: T, worse: T): T => (mood === 'bad' ? bad : mood === 'worse' ? worse : well);
  const [spam, viruses] = quarantined[mood] ?? [300, 20];
  const nodes = ['m1', 'm2'];
  const postfix = /^\/nodes\/(?<node>[^/]+)\/postfix\/(?<what>.+)$/.exec(path)?.groups;
  if (postfix) {
    const own = (queues[mood] ?? usual)[postfix.node === 'm2' ? 1 : 0];
    if (postfix.what?.startsWith('queue/'))
      return { data: [{ queue_id: 'A1', arrival_time: now - own.minutes * 60, receiver: 'a@example.org' }] };
    const queue = query.get('queue') ?? '';
    const count = { active: own.active, deferred: own.deferred, hold: own.hold }[queue] ?? 0;
    const bucket = queue === 'deferred' ? own.bucket : '5m';
    return { data: [{ domain: 'TOTAL', total: String(count), [bucket]: String(count) }] };
  }
  const answers: Record<string, unknown> = {
    '/version': { version: '9.1.2', release: '9.1' },
    '/config/cluster/status': nodes.map((name, i) => ({
      cid: i + 1,
      name,
      type: i === 0 ? 'master' : 'node',
      ...(mood === 'worse' && i === 1
        ? { conn_error: 'no route to host' }
        : { uptime: 1000, loadavg: ['0', '0', '0'] }),
    })),
    '/statistics/mail': { count: 10, count_in: 8, count_out: 2 },
    '/statistics/spamscores': [],
    '/statistics/mailcount': hours(now, (ago) => (ago > 2 ? [200, 10] : [of(210, 420, 900), of(12, 90, 200)])),
    '/quarantine/spamstatus': { count: spam },
    '/quarantine/virusstatus': { count: viruses },
    '/quarantine/attachment': [],
  };
  const data = answers[path];
  return data === undefined ? { data: [] } : { data };
}

/** 24 complete hours, and the one that has begun, without mails. `of`: spam in, and each of the three others, so many hours ago. */
function hours(now: number, of: (ago: number) => readonly [number, number]) {
  const current = now - (now % HOUR_S);
  return Array.from({ length: 25 }, (_, index) => {
    const ago = 24 - index;
    const [many, few] = ago === 0 ? [0, 0] : of(ago);
    return {
      index,
      time: current - ago * HOUR_S,
      count_in: many,
      count_out: few,
      spamcount_in: many,
      spamcount_out: few,
      viruscount_in: few,
      viruscount_out: few,
    };
  });
}
