// The figures of a mail gateway add up, for every seed and time of day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../client.ts';
import { type Gateway, startMailGateway } from './gateway.ts';
import { receivers } from './quarantine.ts';

type Figures = Record<string, number | string>;
const DAY_S = 86_400;
const seeds = Array.from({ length: 10 }, (_, i) => i + 1);

describe.for(seeds)('seed %i', (seed) => {
  let lab: Gateway;
  let headers: Record<string, string>;
  const now = Date.UTC(2026, 0, 15) + seed * 8_431_000;
  beforeAll(async () => {
    lab = await startMailGateway({ seed, nodes: 2, backlog: seed * 9, authDelayMs: 0, clock: () => now });
    const { host, user, password } = lab.config();
    const body = new URLSearchParams({ username: user, password }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { ticket } = JSON.parse(
      (await ask(host, '/access/ticket', { method: 'POST', headers: type, body })).text,
    ).data;
    headers = { cookie: `PMGAuthCookie=${encodeURIComponent(ticket)}` };
  });
  afterAll(() => lab.stop());

  const read = async (path: string) => {
    const got = await ask(lab.config().host, path, { headers });
    expect({ path, status: got.status }).toEqual({ path, status: 200 });
    return JSON.parse(got.text);
  };
  const row = async (path: string): Promise<Figures> => (await read(path)).data;
  const rows = async (path: string): Promise<Figures[]> => (await read(path)).data;
  const sum = (list: readonly Figures[], key: string) => list.reduce((all, each) => all + Number(each[key] ?? 0), 0);

  test('the hours add up to the day: 24 complete ones, and the one that has begun, without mails', async () => {
    const day = await row('/statistics/mail');
    const hours = await rows('/statistics/mailcount?timespan=3600');
    expect(hours).toHaveLength(25);
    expect(hours.slice(0, -1).every(({ count }) => Number(count) > 0)).toBe(true);
    expect(hours.at(-1)).toMatchObject({ index: 24, count: 0, count_in: 0, count_out: 0, rbl_rejects: 0 });
    for (const key of ['count', 'count_in', 'count_out', 'viruscount_in', 'bounces_in', 'bounces_out', 'rbl_rejects'])
      expect([key, sum(hours, key)]).toEqual([key, Number(day[key])]);
    expect(sum(hours, 'spamcount_in') + sum(hours, 'viruscount_in')).toBe(day.junk_in);
  });

  test('refused mails, spam and viruses are part of the incoming mails, in every hour and in the day', async () => {
    const day = await row('/statistics/mail');
    for (const part of [day, ...(await rows('/statistics/mailcount'))]) {
      const junk = Number(part.junk_in ?? sum([part], 'spamcount_in') + sum([part], 'viruscount_in'));
      expect(junk + Number(part.bounces_in)).toBeLessThanOrEqual(Number(part.count_in));
      const sent = sum([part], 'spamcount_out') + sum([part], 'viruscount_out') + sum([part], 'bounces_out');
      expect(sent).toBeLessThanOrEqual(Number(part.count_out));
      expect(Number(part.count_in) + Number(part.count_out)).toBe(part.count);
    }
    const parts = ['viruscount_in', 'spamcount_in', 'glcount', 'spfcount', 'rbl_rejects', 'pregreet_rejects'];
    expect(parts.reduce((all, key) => all + Number(day[key]), 0)).toBe(day.junk_in);
  });

  test('the domains together have no more mail than the gateway', async () => {
    const day = await row('/statistics/mail');
    const domains = await rows('/statistics/domains');
    const shared = [
      'count_in',
      'count_out',
      'bytes_in',
      'bytes_out',
      'spamcount_in',
      'viruscount_in',
      'viruscount_out',
    ];
    for (const key of shared) expect({ key, sum: sum(domains, key) <= Number(day[key]) }).toEqual({ key, sum: true });
  });

  test('every incoming mail has one spam level, and the ratios match the counts', async () => {
    const { count_in: all } = await row('/statistics/mail');
    const levels = await rows('/statistics/spamscores');
    expect(sum(levels, 'count')).toBe(all);
    for (const { count, ratio } of levels) expect(ratio).toBeCloseTo(Number(count) / Number(all), 9);
  });

  test('the count of a quarantine is the length of its list, and a day has no more of them than arrived', async () => {
    const day = await row('/statistics/mail');
    const since = now / 1000 - 30 * DAY_S;
    for (const [kind, came] of [
      ['virus', 'viruscount_in'],
      ['spam', 'spamcount_in'],
    ] as const) {
      const status = await row(`/quarantine/${kind}status`);
      const list = async (from: number) =>
        kind === 'virus'
          ? rows(`/quarantine/virus?starttime=${from}&endtime=${now / 1000}`)
          : (
              await Promise.all(
                receivers.map((to) => rows(`/quarantine/spam?pmail=${to}&starttime=${from}&endtime=${now / 1000}`)),
              )
            ).flat();
      const all = await list(since);
      expect([kind, all.length]).toEqual([kind, status.count]);
      expect(Number(status.mbytes)).toBeCloseTo(sum(all, 'bytes') / 2 ** 20, 6);
      expect(Number(status.avgbytes)).toBeCloseTo(sum(all, 'bytes') / all.length, 0);
      expect((await list(now / 1000 - DAY_S)).length).toBeLessThanOrEqual(Number(day[came]));
    }
    expect(await rows('/quarantine/attachment')).toHaveLength(3);
  });

  test('the counts of a queue by age and by domain are the number of its mails, and only a deferred mail has a reason', async () => {
    for (const { name } of lab.nodes)
      for (const queue of ['active', 'deferred', 'hold', 'incoming']) {
        const [total = {}, ...domains] = await rows(`/nodes/${name}/postfix/qshape?queue=${queue}`);
        const { data, total: listed } = await read(`/nodes/${name}/postfix/queue/${queue}?limit=500`);
        const ages = Object.entries(total).filter(([key]) => /^\d+m\+?$/.test(key));
        expect(ages.reduce((all, [, count]) => all + Number(count), 0)).toBe(Number(total.total));
        expect(sum(domains, 'total')).toBe(Number(total.total));
        expect([data.length, listed]).toEqual([Number(total.total), Number(total.total)]);
        for (const mail of data) {
          expect(mail.reason !== undefined).toBe(queue === 'deferred');
          expect(mail.arrival_time).toBeLessThanOrEqual(now / 1000);
        }
      }
  });
});
