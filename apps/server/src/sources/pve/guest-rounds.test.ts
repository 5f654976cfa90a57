import { fail, ok, type Result } from '@belfry/domain/result';
import { configSchema } from '@belfry/schema/config/node';
import type { SourceError } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { noCalls } from '../../lib/call-counts.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createDenials, REFUSED_REST_MS } from '../proxmox-api/denials.ts';
import { errorOfGap } from '../proxmox-api/parts.ts';
import { noFacts } from './facts.ts';
import { createGuestRounds } from './guest-rounds.ts';
import type { PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';

const guest = (vmid: number): GuestRow => ({
  vmid,
  key: `lxc/${vmid}`,
  type: 'lxc',
  node: 'n',
  status: 'running',
  tags: [],
  counters: {},
});
const guests = [1, 2, 3, 4].map(guest);
const refusal: SourceError = { kind: 'forbidden', status: 403, message: 'VM.Audit is missing' };

/** Four guests. Every run asks two of them. `answers` are by vmid; a guest that is not in it answers with its own number. */
function rounds(answers: Map<number, Result<unknown, SourceError>>, newcomers = 0) {
  const asked: number[] = [];
  const clock = fakeClock();
  const instance: PveInstance = {
    config: configSchema('pve').parse({ type: 'pve', name: 'x', host: 'https://x', user: 'u', password: 'p' }),
    place: { instance: 'x', host: 'https://x' },
    session: {
      read: () => ({
        origin: () => 'https://x',
        get: async (path) => {
          const vmid = Number(path);
          asked.push(vmid);
          return answers.get(vmid) ?? ok(vmid);
        },
      }),
      rights: '',
      trust: { mode: 'off' },
      origin: 'https://x',
      setMembers() {},
      endpoints: () => [],
      calls: () => noCalls,
      close: async () => {},
    },
    clock,
    log: createLogger('silent'),
    denials: createDenials(clock),
    facts: noFacts,
  };
  const ask = createGuestRounds<number>(instance, {
    part: 'snapshots',
    roundMs: 60_000,
    newcomers,
    path: ({ vmid }) => String(vmid),
    read: (data) => (typeof data === 'number' ? data : undefined),
  });
  let known: ReadonlyMap<number, number> = new Map();
  return {
    asked,
    clock,
    async run(of = guests) {
      const result = await ask(of, known, new AbortController().signal);
      known = result.known;
      return result;
    },
  };
}

test('each guest is asked once per round, and keeps its last answer until then', async () => {
  const { run, asked } = rounds(new Map());
  await run();
  expect(asked).toEqual([1, 2]);
  expect([...(await run()).known]).toEqual([1, 2, 3, 4].map((vmid) => [vmid, vmid]));
  expect([...(await run(guests.slice(1))).known.keys()]).toEqual([2, 3, 4]);
});

test('a guest that may not be queried is a gap with the missing privilege, until it answers or is deleted', async () => {
  const answers = new Map<number, Result<unknown, SourceError>>([[2, fail(refusal)]]);
  const { run, clock } = rounds(answers);
  const gap = { part: 'snapshots', kind: 'forbidden', message: 'VM.Audit is missing', needs: 'VM.Audit on /vms' };
  expect((await run()).gaps).toEqual([gap]);
  expect((await run()).gaps).toEqual([gap]);
  answers.clear();
  await clock.advance(REFUSED_REST_MS);
  expect((await run()).gaps).toEqual([]);
  answers.set(4, fail(refusal));
  expect((await run()).gaps).toEqual([gap]);
  expect((await run(guests.slice(0, 3))).gaps).toEqual([]);
});

test.each([
  ['a timeout', fail({ kind: 'timeout' as const, message: 'late' }), ['timeout']],
  ['an answer of another shape', ok('x'), ['bad-payload']],
  ['a guest that is gone', fail({ kind: 'bad-status' as const, status: 500, message: 'no such guest' }), []],
  ['a node that is away', fail({ kind: 'bad-status' as const, status: 595, message: 'no route' }), []],
])('%s is a gap if it is a missing part, and costs only that guest', async (_, answer, gaps) => {
  const { run } = rounds(new Map([[1, answer]]));
  const result = await run();
  expect(result.gaps.map(({ kind }) => kind)).toEqual(gaps);
  expect([...result.known.keys()]).toEqual([2]);
});

test('a gap keeps the sentence of the failure, so that each user reads it in their own language', async () => {
  const sentence = { id: 'call.slow', values: { host: 'x' } } as const;
  const { run } = rounds(new Map([[1, fail({ kind: 'timeout' as const, message: 'late', sentence })]]));
  expect((await run()).gaps).toEqual([{ part: 'snapshots', kind: 'timeout', message: 'late', sentence }]);
  const error = errorOfGap({ part: 'queues', kind: 'timeout', message: 'late', sentence, needs: 'x', since: 'y' });
  expect(error).toEqual({ kind: 'timeout', message: 'late', sentence });
});

test('guests that were never asked come first, some in each run, and each of them once', async () => {
  const { run, asked } = rounds(new Map([[4, fail({ kind: 'bad-status' as const, status: 500, message: 'gone' })]]), 1);
  await run();
  expect(asked.splice(0)).toEqual([1, 2, 3]);
  await run();
  expect(asked.splice(0)).toEqual([3, 4]);
  await run();
  expect(asked).toEqual([1, 2]);
});
