// Recorded answers of mail gateways in, expected entities out; and whatever happens to an answer, reading it is safe.

import { PmgInstance } from '@belfry/schema/entities/pmg';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDropped } from '../dropped.ts';
import { noRecordings, recordingsOf } from '../testing/recordings.ts';
import { noFacts, normalizeInstance, normalizeQueues } from './facts.ts';
import { parseDomains, parseMailStats, parseQuarantined, parseSpamScores } from './mail.ts';
import { parseNodes } from './nodes.ts';
import { parseOldest, parseShape } from './queues.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');

const _bodies = (endpoint: RegExp): unknown[] => recordingsOf('pmg', endpoint).map((r) => r.body.data);
const named = (file: string): unknown => recordingsOf('pmg', /./).find((r) => r.file.includes(file))?.body.data;
const _hour = { time: 1790078400, index: 1, count: 3, count_in: 3, count_out: 0, spamcount_in: 1 };
const _domain = { domain: 'example.net', count_in: 5, bytes_in: '900' };

describe('recorded answers', () => {
  test('a single gateway and the nodes of a cluster appear; an unreachable node is offline with the reason', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const entity = (file: string) =>
      PmgInstance.parse(normalizeInstance({ ...noFacts, nodes: parseNodes(named(file)) }, { name: 'mx', host: 'h' }));
    expect(entity('status-single-node')).toMatchObject({
      version: '9.1.2',
      connectionHealth: 'healthy',
      nodes: [{ name: 'mail1', role: '-', status: 'online', uptime: 716766, loadAvg: '0.82, 1.94, 1.70' }],
    });
    expect(entity('status-one-down')).toMatchObject({
      connectionHealth: 'degraded',
      nodes: [
        { name: 'mail1', role: 'master', status: 'online' },
        { name: 'mail2', role: 'node', status: 'offline', error: 'connection refused' },
      ],
    });
    expect(
      parseNodes([named('node-status')].map((row) => ({ name: 'mail1', ...(row as object) })))?.[0]?.figures,
    ).toEqual({
      ...{ cpu: 12, memoryUsed: 4_000_000_000, memoryTotal: 16_000_000_000, ioWait: 3 },
      ...{ swapUsed: 0, swapTotal: 8_589_930_496, diskUsed: 40_000_000_000, diskTotal: 100_000_000_000 },
    });
  });

  test('mail statistics are counted over a day, the processing time in milliseconds', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    expect(parseMailStats(named('statistics-mail'), NOW)).toMatchObject({
      timeframe: 'day',
      countTotal: 40,
      countIn: 40,
      spamIn: 8,
      virusIn: 2,
      bouncesIn: 2,
      bytesIn: 22109,
      junkIn: 10,
      averageProcessTimeMs: 685,
    });
  });

  test('all eleven spam scores appear, and the quarantine counts', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    const scores = parseSpamScores(named('spamscores'));
    expect(scores?.map((s) => s.score)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(scores?.[10]?.count).toBe(4);
    expect(parseQuarantined(named('quarantine-spamstatus'))).toBe(8);
    expect(parseQuarantined(named('quarantine-virusstatus'))).toBe(2);
  });

  test('a queue is counted over all domains, its numbers being texts, and its age is a range', (ctx) => {
    if (noRecordings) ctx.skip(noRecordings);
    expect(parseShape(named('qshape-deferred'))).toEqual({ total: 7, atLeast: 1200, atMost: 2400 });
    expect(parseShape(named('qshape-active-empty'))).toEqual({ total: 0, atLeast: 0, atMost: 0 });
    expect(parseOldest(named('queue-deferred'))).toBe(1790075000_000);
  });
});

describe('laws', () => {
  const shape = fc.record({ total: fc.nat(1000), atLeast: fc.nat(76_800), atMost: fc.nat(76_800) });

  test('the age of the oldest message comes from a queue, whatever the clock of the host', () => {
    fc.assert(
      fc.property(shape, shape, shape, shape, fc.option(fc.integer(), { nil: undefined }), (a, d, h, i, oldest) => {
        const queue = normalizeQueues({ active: a, deferred: d, hold: h, incoming: i }, oldest, NOW);
        expect(queue.total).toBe(a.total + d.total + h.total + i.total);
        expect(queue.oldestAge).toBeGreaterThanOrEqual(Math.max(a.atLeast, d.atLeast, h.atLeast, i.atLeast));
        expect(queue.oldestAge).toBeLessThanOrEqual(Math.max(a.atLeast, d.atLeast, d.atMost, h.atLeast, i.atLeast));
      }),
    );
  });

  test('sums over no rows, which are null or text, are read correctly', async () => {
    const empty = { count: null, count_in: '7', avptime: null };
    expect(await countDropped(() => parseMailStats(empty, NOW))).toMatchObject({
      value: { countTotal: 7, countIn: 7, averageProcessTimeMs: 0 },
      dropped: 0,
    });
    expect(await countDropped(() => parseMailStats({ count: -3, bytes_in: 1e30 }, NOW))).toMatchObject({
      value: { countTotal: 0, bytesIn: 0 },
      dropped: 2,
    });
  });

  test('with thousands of domains, only the busiest are in the state', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({ domain: `d${i}.example`, count_in: i }));
    const found = parseDomains(rows);
    expect(found?.length).toBe(20);
    expect(found?.[0]?.domain).toBe('d2999.example');
  });
});
