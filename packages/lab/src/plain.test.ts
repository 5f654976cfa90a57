// The answers of a plain datacentre contain nothing that breaks careless software. Other datacentres contain such
// texts, because some tests need them.
import { afterAll, expect, test } from 'vitest';
import { startLab } from './datacentre.ts';
import { createHost, reportAt } from './docker/host.ts';
import { startNeighbours } from './neighbours.ts';
import { everyAnswer, type Said, valuesOf } from './testing/every-answer.ts';

const stops: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(stops.map((stop) => stop()))));

async function said(plain: boolean): Promise<Said[]> {
  const lab = await startLab({ nodes: 3, guests: 45, seed: 5, authDelayMs: 0, everything: true, plain, version: 9.2 });
  const beside = await startNeighbours(lab, { backupServers: 2, mailGateways: 2 });
  stops.push(lab.stop, beside.stop);
  const at = Math.floor(lab.clock() / 1000);
  const agent = { version: '1.0.0', intervalSeconds: 30 };
  const hosts = Array.from({ length: 40 }, (_, i) => createHost(1, i, 20, plain));
  const reports = hosts.map((host): Said => ({ asked: host.hostname, data: reportAt(host, at, agent) }));
  return [...(await everyAnswer(lab, beside)), ...reports];
}

/** Mark-up, right-to-left text, invisible characters, emoji, and SQL. */
const broken =
  /[<>]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t\r]|\p{Extended_Pictographic}|drop-?\s?table/iu;
const reserved = new Set(['null', 'undefined', 'constructor', '__proto__', 'NaN', '0000', 'true', '']);
/** The keys of texts that users write. */
const chosen = new Set(['name', 'hostname', 'notes', 'comment', 'description', 'storage', 'pool', 'store']);
const LONGEST = 63;
/** The keys of long texts that programs print. */
const printed = new Set(['text', 'flags', 'content', 't', 'exitstatus', 'status', 'errors', 'error']);

function hurts(key: string, value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value) || value < -1 || value > Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'string') return false;
  if (key === 'tags') return value.split(';').some((tag) => hurts('name', tag));
  if (chosen.has(key) && (reserved.has(value.trim()) || value.length > LONGEST))
    return !(key === 'description' && value === '');
  return broken.test(value) || (value.length > 300 && !printed.has(key));
}
const hostile = (all: readonly Said[]) =>
  all.flatMap(({ asked, data }) =>
    [...valuesOf(data)]
      .filter(({ keys, value }) => hurts(keys.findLast((key) => !/^\d+$/.test(key)) ?? '', value))
      .map(({ keys, value }) => `${asked} ${keys.join('.')}: ${String(value).slice(0, 80)}`),
  );

test('a plain datacentre has nothing hostile in any answer to any call, nor in any report of a Docker host', async () => {
  const all = await said(true);
  expect(all.length).toBeGreaterThan(300);
  expect(hostile(all)).toEqual([]);
});

test('any other datacentre has hostile names, notes and descriptions', async () => {
  const found = hostile(await said(false)).join('\n');
  for (const place of [/snapshot .*description/, /containers\.\d+\.name/, /content .*notes|snapshots.*comment/])
    expect(found).toMatch(place);
});

test('the clock of a plain Docker host is right', () => {
  const at = 1_768_000_000;
  for (let i = 0; i < 100; i++) {
    const { timestamp } = reportAt(createHost(1, i, 2, true), at, { version: '1', intervalSeconds: 30 });
    expect(Date.parse(timestamp ?? '')).toBe(at * 1000);
  }
});
