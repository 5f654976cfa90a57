import { plainGuest } from '@belfry/domain/plain-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

const AT = '2026-01-02T03:04:05Z';
const guest = (instance: string, vmid: number, name: string) =>
  plainGuest(aGuest({ id: `${instance}-${vmid}`, instance, vmid, name }), AT);
const saved = (instance: string, vmid: number) => ({
  ...{
    id: `${instance}${vmid}`,
    storage: 'nas',
    node: 'pve1',
    instance,
    type: 'qemu',
    vmid,
    time: AT,
    ctime: 0,
    size: 1,
  },
  ...{ format: '', protected: false, encrypted: false, volid: '', isPBS: false, verified: false },
});

test('each backup has the name of its guest where that is known', async () => {
  const { url } = await belfry({
    'GET /api/guests': { guests: [guest('dc', 100, 'web'), guest('branch', 100, 'till'), guest('dc', 101, 'mail')] },
    'GET /api/backups/pve': { backups: [saved('dc', 100), saved('branch', 100), saved('dc', 777)] },
    'GET /api/backups/pbs': { instances: [], backups: [] },
  });
  const { output } = await run('backups', { BELFRY_URL: url });
  expect(output).toMatch(/100 +web +dc: nas/);
  expect(output).toMatch(/100 +till +branch: nas/);
  expect(output).toMatch(/777 +- +dc: nas/);
});
