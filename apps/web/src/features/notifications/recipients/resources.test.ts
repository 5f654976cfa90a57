import { expect, test } from 'vitest';
import { findResources } from './resources.ts';

const resource = (label: string, detail: string) => ({
  value: `${label}/${detail}`,
  kind: 'guest' as const,
  label,
  detail,
});
const all = [resource('my-web', 'VM, 101, pve1'), resource('web', 'VM, 102, pve2'), resource('local', 'storage, pve1')];

test('all words of a search must be in the name or the details, in any case, and names that begin with it come first', () => {
  const found = (search: string) => findResources(all, search).map(({ label }) => label);
  expect([found('WEB'), found('web pve1'), found('102'), found('nothing')]).toEqual([
    ['web', 'my-web'],
    ['my-web'],
    ['web'],
    [],
  ]);
  expect(found('')).toHaveLength(3);
});

test('a search shows at most fifty resources', () => {
  const many = Array.from({ length: 1000 }, (_, i) => resource(`vm${i}`, ''));
  expect(findResources(many, 'vm')).toHaveLength(50);
});
