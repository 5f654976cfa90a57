// All dates in the answers of the lab follow its clock.
import { expect, test } from 'vitest';
import { startLab } from './datacentre.ts';
import { createHost, reportAt } from './docker/host.ts';
import { startNeighbours } from './neighbours.ts';
import { everyAnswer, type Said, valuesOf } from './testing/every-answer.ts';

const DAY_S = 86_400;

async function said(now: number): Promise<Said[]> {
  const clock = () => now;
  const lab = await startLab({ nodes: 3, guests: 30, seed: 5, authDelayMs: 0, everything: true, version: 9.2, clock });
  const beside = await startNeighbours(lab, { backupServers: 1, mailGateways: 1 });
  const agent = { version: '1.0.0', intervalSeconds: 30 };
  const hosts = Array.from({ length: 20 }, (_, i) => createHost(1, i, 20));
  const reports = hosts.map((host): Said => ({ asked: host.hostname, data: reportAt(host, now / 1000, agent) }));
  const all = [...(await everyAnswer(lab, beside)), ...reports];
  await Promise.all([lab.stop(), beside.stop()]);
  return all;
}

/** Keys for times. Their numbers are epoch seconds from 1990 to 2100. Sums of nanoseconds may look like them. */
const timed = /time|date|last|next|since|until|start|end|arrival|modified|built/i;
const isTime = (key: string, value: number) =>
  timed.test(key) && !/uptime|pstart|bytes|_ns$/.test(key) && value > 631e6 && value < 4.1e9;

/**
 * The dates in a text, in epoch seconds: ISO, the format of `ctime`, and those in the names of backups and in UPIDs.
 */
function datesIn(text: string): number[] {
  const iso = text.matchAll(/\b(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/g);
  const written = text.matchAll(/[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d (?:19|20)\d\d/g);
  const named = text.matchAll(/(?<=-)(20\d\d)_(\d\d)_(\d\d)/g);
  const upids = text.matchAll(/UPID:[\w-]+:[\dA-F]{8}:[\dA-F]{8,9}:(?:[\dA-F]{8}:)?([\dA-F]{8}):[a-z]/g);
  return [
    ...[...iso, ...written].map(([found]) => Date.parse(found) / 1000),
    ...[...named].map(([, y, m, d]) => Date.parse(`${y}-${m}-${d}`) / 1000),
    ...[...upids].map(([, hex = '']) => Number.parseInt(hex, 16)),
  ];
}

test.for(['2024-02-29T12:00:00Z', '2031-07-05T03:10:00Z'])(
  'at %s no date is older than four years or more than a year ahead',
  async (at) => {
    const now = Date.parse(at);
    let dates = 0;
    const wrong: string[] = [];
    for (const { asked, data } of await said(now))
      for (const { keys, value } of valuesOf(data)) {
        const key = keys.findLast((part) => !/^\d+$/.test(part)) ?? '';
        const found =
          typeof value === 'string' ? datesIn(value) : typeof value === 'number' && isTime(key, value) ? [value] : [];
        dates += found.length;
        for (const date of found)
          if (!(date > now / 1000 - 1461 * DAY_S && date < now / 1000 + 366 * DAY_S))
            wrong.push(`${asked} ${keys.join('.')}: ${value}`);
      }
    expect(wrong).toEqual([]);
    expect(dates).toBeGreaterThan(500);
  },
);
