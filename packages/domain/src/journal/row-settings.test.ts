import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';
import { backupJobShape, haResourceShape, haRuleShape, type RowShape, rowSettings } from './row-settings.ts';

const job = {
  ...{ id: 'pool-job', type: 'vzdump', enabled: 1, schedule: 'mon..fri 22:30', storage: 'backupdir', vmid: '101,100' },
  ...{ 'next-run': 1796074200, 'prune-backups': { 'keep-last': '3' }, comment: 'nightly' },
};
const changes = (after: object, before: object = job, shape: RowShape = backupJobShape) =>
  changesBetween(rowSettings({ ...before }, shape), rowSettings({ ...before, ...after }, shape));

test('a change of a job is one of its fields', () => {
  expect(changes({ schedule: '03:00' })).toEqual([{ field: 'schedule', before: 'mon..fri 22:30', after: '03:00' }]);
  expect(changes({ 'prune-backups': { 'keep-last': 5 } })).toEqual([
    { field: 'prune-backups.keep-last', before: '3', after: '5' },
  ]);
  expect(changes({ enabled: 0 })).toEqual([{ field: 'enabled', before: '1', after: '0' }]);
});

test('computed fields, another order and numbers as text are no change', () => {
  const same = { 'next-run': 1, vmid: '100;101', enabled: undefined, digest: 'x', 'prune-backups': { 'keep-last': 3 } };
  expect(changes(same)).toEqual([]);
  const rule = { rule: 'a', resources: 'vm:1,vm:2', nodes: 'pve1:2,pve2', order: 1, type: 'node-affinity' };
  expect(changes({ resources: 'vm:2,vm:1', nodes: 'pve2,pve1:2', order: 3 }, rule, haRuleShape)).toEqual([]);
});

test('a secret is never kept', () => {
  const canary = 'CANARY-7f3a';
  const kept = JSON.stringify(
    rowSettings(
      { comment: `password: ${canary}`, token: canary, deep: { secret: canary }, list: [{ a: canary }] },
      backupJobShape,
    ),
  );
  expect(kept).not.toContain(canary);
  expect(kept).toContain('(set)');
});

const real = fileURLToPath(new URL('../../../../../shared/fixtures/real', import.meta.url));
const shapes: readonly [string, RowShape][] = [
  ['cluster-backup.json', backupJobShape],
  ['cluster-ha-resources.json', haResourceShape],
  ['cluster-ha-rules.json', haRuleShape],
];

test('what real hosts answer has no change against itself in another order, and nothing computed', (ctx) => {
  if (!existsSync(real)) return ctx.skip('the recorded answers are not here');
  let read = 0;
  for (const file of readdirSync(real)) {
    const shape = shapes.find(([end]) => file.endsWith(end))?.[1];
    const { data } = shape ? JSON.parse(readFileSync(path.join(real, file), 'utf8')).body : { data: null };
    for (const row of shape && Array.isArray(data) ? data : []) {
      const other = Object.fromEntries(
        Object.entries(row)
          .toReversed()
          .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
      );
      const [a, b] = [
        rowSettings(row, shape as RowShape),
        rowSettings({ ...other, digest: 'y', ...('next-run' in row && { 'next-run': 5 }) }, shape as RowShape),
      ];
      expect(changesBetween(a, b)).toEqual([]);
      expect(Object.keys(a).length).toBeGreaterThan(0);
      read++;
    }
  }
  expect(read).toBeGreaterThan(5);
});
