// Answers of mail gateways in, expected entities out; and whatever happens to an answer, reading it is safe.

import { PmgInstance } from '@belfry/schema/entities/pmg';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDropped } from '../dropped.ts';
import { noFacts, normalizeInstance, normalizeQueues } from './facts.ts';
import { parseDomains, parseMailStats, parseQuarantined, parseSpamScores } from './mail.ts';
import { parseNodes } from './nodes.ts';
import { parseOldest, parseShape } from './queues.ts';
import * as answers from './testing/answers.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');

describe('answers', () => {
  test('a single gateway and the nodes of a cluster appear; an unreachable node is offline with the reason', () => {
    const entity = (rows: unknown) =>
      PmgInstance.parse(normalizeInstance({ ...noFacts, nodes: parseNodes(rows) }, { name: 'mx', host: 'h' }));
    expect(entity([answers.single])).toMatchObject({
      version: '9.1.2',
      connectionHealth: 'healthy',
      nodes: [{ name: 'gate1', role: '-', status: 'online', uptime: 654_321, loadAvg: '0.50, 1.25, 1.75' }],
    });
    expect(entity(answers.cluster)).toMatchObject({
      connectionHealth: 'degraded',
      nodes: [
        { name: 'gate1', role: 'master', status: 'online' },
        { name: 'gate2', role: 'node', status: 'offline', error: 'connection refused' },
      ],
    });
    expect(parseNodes([answers.single])?.[0]?.figures).toEqual({
      ...{ cpu: 12, memoryUsed: 4_000_000_000, memoryTotal: 16_000_000_000, ioWait: 3 },
      ...{ swapUsed: 0, swapTotal: 8_000_000_000, diskUsed: 40_000_000_000, diskTotal: 100_000_000_000 },
    });
  });

  test('mail statistics are counted over a day, the processing time in milliseconds', () => {
    expect(parseMailStats(answers.mail, NOW)).toMatchObject({
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

  test('all eleven spam scores appear, and the quarantine counts', () => {
    const scores = parseSpamScores(answers.scores);
    expect(scores?.map((s) => s.score)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(scores?.[10]?.count).toBe(4);
    expect(parseQuarantined(answers.spam)).toBe(8);
    expect(parseQuarantined(answers.virus)).toBe(2);
  });

  test('a queue is counted over all domains, its numbers being texts, and its age is a range', () => {
    expect(parseShape(answers.shape)).toEqual({ total: 7, atLeast: 1200, atMost: 2400 });
    expect(parseShape(answers.emptyShape)).toEqual({ total: 0, atLeast: 0, atMost: 0 });
    expect(parseOldest(answers.deferred)).toBe(1790075000_000);
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
