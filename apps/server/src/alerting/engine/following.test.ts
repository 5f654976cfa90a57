import { expect, test } from 'vitest';
import { createFollowing } from './following.ts';
import type { Resource } from './reading.ts';
import { createTracked, type Tracked } from './tracked.ts';

const resource: Resource = { kind: 'guest', id: 'a', name: 'a', node: 'n', instance: 'dc', instanceId: 'dc' };

const trackedOf = (id: string, ...causes: string[]): Tracked => ({
  ...{ id, list: 'vms', entityId: id, instanceId: 'dc', evaluation: 0, verdict: { is: 'unknown' } },
  reading: {
    ...{ id, resource, causes },
    type: 'cpu',
    verdict: { is: 'unknown' },
    confirm: { polls: 1 },
    message: () => id,
  },
});

function setUp(...all: Tracked[]) {
  const alerts = createTracked();
  for (const tracked of all) alerts.add(tracked);
  const following = createFollowing(alerts);
  for (const tracked of all) following.consider(tracked);
  const seen = () => {
    const ids: string[] = [];
    following.each(({ id }) => void ids.push(id));
    return ids;
  };
  return { alerts, following, seen };
}

const [a, b, node] = [trackedOf('a', 'node'), trackedOf('b', 'node'), trackedOf('node')];

test('all are looked at first, then those that were considered since the last time', () => {
  const { following, seen } = setUp(a, b, node);
  expect(seen()).toEqual(['a', 'b', 'node']);
  expect(seen()).toEqual([]);
  following.consider(b);
  expect(seen()).toEqual(['b']);
  expect(seen()).toEqual([]);
});

test('all are looked at when something happens to an alert that a reading has named as its cause, and only then', () => {
  const { following, seen } = setUp(a, b, node);
  seen();
  following.moved('a');
  expect(seen()).toEqual([]);
  following.moved('node');
  expect(seen()).toEqual(['a', 'b', 'node']);
  expect(seen()).toEqual([]);
});

test('after one that throws, all are looked at again', () => {
  const { following, seen } = setUp(a, b, node);
  seen();
  following.consider(a);
  expect(() =>
    following.each(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(seen()).toEqual(['a', 'b', 'node']);
});

test('all are looked at while an alert of before the restart has no reading', () => {
  const { alerts, seen } = setUp(a);
  alerts.add({ ...trackedOf('old'), entityId: undefined, reading: undefined });
  for (let n = 0; n < 2; n++) expect(seen()).toEqual(['a', 'old']);
});
