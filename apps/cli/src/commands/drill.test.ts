import { plainGuest } from '@belfry/domain/plain-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const drill = {
  ...{ id: 'd1', guest: 'dc-100', name: 'db', instance: 'dc', type: 'qemu', vmid: 100, tags: [], ports: [] },
  backup: { volid: 'pbs:backup/vm/100/2026-01-01T00:00:00Z', time: '2026-01-01T00:00:00Z', storage: 'pbs' },
  target: { node: 'pve1', vmid: 9100, storage: 'local' },
  ...{ by: 'ann', createdAt: '2026-01-02T03:04:05Z', until: '2026-01-02T11:04:05Z', patienceMs: 1, state: 'waiting' },
  seen: [{ step: 'handedOut', at: '2026-01-02T03:04:05Z' }],
};
const GUESTS = 'GET /api/guests';
const plainGuests = {
  guests: [plainGuest(aGuest({ id: 'dc-100', name: 'db', vmid: 100 }), '2026-01-02T03:04:05Z')],
};

test('a restore test is handed out with its commands, for a guest by its name', async () => {
  const { url, asked } = await belfry({
    [GUESTS]: plainGuests,
    'POST /api/drills': drill,
    'GET /api/drills/d1': { drill, script: { restore: 'qmrestore a 9100', remove: 'qm destroy 9100' } },
  });
  const { output } = await run('drill hand-out db --ports 22,80 --hours 2', { BELFRY_URL: url });
  expect(asked[1]).toMatchObject({ body: { guest: 'dc-100', ports: [22, 80], hours: 2 } });
  for (const part of ['qmrestore a 9100', 'qm destroy 9100', 'number 9100 on pve1', 'drill status d1'])
    expect(output).toContain(part);
  await expect(run('drill hand-out nobody', { BELFRY_URL: url })).rejects.toThrow('There is no guest "nobody"');
});

test('the status of a restore test that proves nothing is 1, and so is that of plans while a test is overdue', async () => {
  const refused = { ...drill, state: 'refused', reason: 'clone' };
  const group = (state: string) => ({
    ...{ group: 'web', state, wanted: 1, tested: [], without: 0, until: '2026-03-31T22:00:00.000Z' },
    next: [{ guest: 'dc-100', name: 'db' }],
  });
  const plan = {
    ...{ id: 'p', name: 'Quarterly', every: 'quarter', count: 1, remindDays: 14, since: '2026-01-01T00:00:00Z' },
    scope: { kind: 'tag', names: [] },
  };
  const script = { restore: '', remove: '' };
  const answers = (state: string) => ({
    'GET /api/drills/d1': { drill: refused, script },
    'GET /api/drills/d2': { drill: { ...drill, state: 'done', restoreMs: 62_000 }, script },
    'GET /api/drills': { drills: [drill, refused] },
    'GET /api/protection/test-plans': { plans: [{ plan, groups: [group(state)] }] },
  });
  const { url } = await belfry(answers('overdue'));
  const env = { BELFRY_URL: url };
  expect(await run('drill status d1', env)).toMatchObject({ status: 1, output: expect.stringContaining('clone') });
  expect(await run('drill status d2', env)).toMatchObject({ status: 0, output: expect.stringContaining('62 s') });
  expect((await run('drill', env)).output).toMatch(/db +100 +waits for the restore/);
  expect(await run('drill plan', env)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/Quarterly +web +overdue +0\/1 +db/),
  });
  const { url: calm } = await belfry(answers('due'));
  expect((await run('drill plan', { BELFRY_URL: calm })).status).toBe(0);
});
