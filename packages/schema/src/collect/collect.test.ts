// Collectors are older than their server. So the shape of what they say is stored beside this test. Update it with `vitest -u`.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { sourceLists, TrafficCounters } from '../messages/observation.ts';
import { CollectDown } from './down.ts';
import { COLLECT_PROTOCOL } from './protocol.ts';
import { CollectUp } from './up.ts';

const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'ref' });

test('what collectors and the server say to each other has the frozen shape of its version', async () => {
  // The entities in the lists are not a part of the messages: `collect/checked-patch.ts`.
  const lists = shape(sourceLists.extend({ counters: TrafficCounters }));
  const wire = { protocol: COLLECT_PROTOCOL, up: shape(CollectUp), down: shape(CollectDown), lists };
  await expect(`${JSON.stringify(wire, null, 1)}\n`).toMatchFileSnapshot('collect.frozen.json');
});

test('a list and fields that this version does not know are left out, and the rest is read', () => {
  const told = { type: 'clock', asked: 1, at: 2, answeredAt: 3, fromTheFuture: true };
  expect(CollectUp.parse(told)).toEqual({ type: 'clock', asked: 1, at: 2, answeredAt: 3 });
});

test('of what a newer collector found, what this version has no word for is left out, and the rest is taken', () => {
  const reading = { resource: 'a-100', name: 'web', settings: {}, tasks: [] };
  const list = { under: 'a-', resources: ['a-100'] };
  const message = (outcome: object) => ({
    ...{ type: 'observation', ageMs: 0, number: 1 },
    observation: {
      ...{ epoch: 0, run: 'r', sequence: 1, poll: 'settings', essential: false, everyMs: 1000, tookMs: 1, dropped: 0 },
      ...{ instance: { id: 'a', kind: 'pve', name: 'a', host: 'h' }, calls: { made: 1, failed: 0, tookMs: 1 } },
      ...{ endpoints: [], outcome },
    },
  });
  const found = CollectUp.parse(
    message({
      ok: true,
      value: {
        lists: {},
        settings: [
          { ...reading, kind: 'from the future' },
          { ...reading, kind: 'guest' },
        ],
        settingsLists: [
          { ...list, kind: 'guest' },
          { ...list, kind: 'from the future' },
        ],
        gaps: [{ part: 'a', kind: 'from the future', message: 'no' }],
      },
    }),
  );
  expect(found).toMatchObject({
    observation: {
      outcome: {
        value: {
          ...{ settings: [{ kind: 'guest' }], settingsLists: [{ kind: 'guest' }] },
          gaps: [{ kind: 'bad-payload', message: 'no' }],
        },
      },
    },
  });
  const failed = CollectUp.parse(message({ ok: false, error: { kind: 'from the future', message: 'no' } }));
  expect(failed).toMatchObject({ observation: { outcome: { error: { kind: 'bad-payload', message: 'no' } } } });
});
