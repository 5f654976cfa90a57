// `GET /statistics/…`: the mail that the gateway processed in the last 24 hours. A sum without rows is null.
import type { DomainStats, MailStats, PmgInstance } from '@belfry/schema/entities/pmg';
import { iso } from '../../lib/clock.ts';
import { amount, isRaw, listOf, type Raw, text, timeOf, whole } from '../proxmox-api/read.ts';

/** `/statistics/mail`. */
export function parseMailStats(data: unknown, now: number): MailStats | undefined {
  if (!isRaw(data)) return undefined;
  const count = (key: string) => whole(data[key]) ?? 0;
  const flow = flowOf(count);
  return {
    timeframe: 'day',
    countTotal: whole(data.count) ?? flow.countIn + flow.countOut,
    ...flow,
    bytesIn: count('bytes_in'),
    bytesOut: count('bytes_out'),
    greylistCount: count('glcount'),
    junkIn: count('junk_in'),
    averageProcessTimeMs: Math.round((amount(data.avptime) ?? 0) * 1000),
    pregreetRejects: count('pregreet_rejects'),
    updatedAt: iso(now),
  };
}

/** The fields that a day and an hour have in common. */
const flowOf = (count: (key: string) => number) => ({
  countIn: count('count_in'),
  countOut: count('count_out'),
  spamIn: count('spamcount_in'),
  spamOut: count('spamcount_out'),
  virusIn: count('viruscount_in'),
  virusOut: count('viruscount_out'),
  bouncesIn: count('bounces_in'),
  bouncesOut: count('bounces_out'),
  rblRejects: count('rbl_rejects'),
});

const HOUR_MS = 3_600_000;
type MailCount = PmgInstance['mailCount'];

/** `/statistics/mailcount?timespan=3600`: one point per hour. The hour that has begun is listed without mails. */
export const parseMailCount = (data: unknown): MailCount | undefined =>
  listOf(data, (row) => {
    const time = timeOf(row.time);
    if (time === undefined) return undefined;
    const count = (key: string) => whole(row[key]) ?? 0;
    const flow = flowOf(count);
    return {
      timestamp: iso(time),
      timeframe: 'hour',
      windowStart: iso(time),
      windowEnd: iso(time + HOUR_MS),
      index: count('index'),
      count: whole(row.count) ?? flow.countIn + flow.countOut,
      ...flow,
      pregreet: count('pregreet_rejects'),
      greylist: count('glcount'),
    };
  });

/** `/statistics/spamscores`: the levels 0 to 10. The last one means 10 and more. */
export const parseSpamScores = (data: unknown): PmgInstance['spamDistribution'] | undefined =>
  listOf(data, (row) => {
    const score = text(row.level, 16);
    return score === undefined ? undefined : { score, count: whole(row.count) ?? 0 };
  });

const MAX_DOMAINS = 20;

/** `/statistics/domains`: only the busiest ones, because a gateway of a provider has thousands. */
export const parseDomains = (data: unknown): DomainStats[] | undefined =>
  listOf(data, (row) => parseDomain(row))
    ?.sort((a, b) => b.countIn + b.countOut - a.countIn - a.countOut)
    .slice(0, MAX_DOMAINS);

function parseDomain(row: Raw): DomainStats | undefined {
  const domain = text(row.domain);
  if (!domain) return undefined;
  const count = (key: string) => whole(row[key]) ?? 0;
  return {
    domain,
    countIn: count('count_in'),
    countOut: count('count_out'),
    spamIn: count('spamcount_in'),
    virusIn: count('viruscount_in'),
    bytesIn: count('bytes_in'),
    bytesOut: count('bytes_out'),
  };
}

/** `/quarantine/spamstatus` and `/virusstatus`: the number of messages in quarantine. */
export const parseQuarantined = (data: unknown): number | undefined =>
  isRaw(data) ? (whole(data.count) ?? 0) : undefined;

/** `/quarantine/attachment`: the gateway has no count, only the list of the last 24 hours. */
export const parseAttachments = (data: unknown): number | undefined => (Array.isArray(data) ? data.length : undefined);
