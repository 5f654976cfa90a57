import { expect, test } from 'vitest';
import { cephCluster } from './ceph.ts';

test('a muted check is not in the text of an alert: Ceph leaves it out of its status too', () => {
  const check = (message: string, muted: boolean) => ({
    severity: 'HEALTH_WARN',
    summary: { message, count: 1 },
    muted,
  });
  const checks = {
    POOL_NO_REDUNDANCY: check('1 pool(s) have no replicas', true),
    OSD_DOWN: check('1 osds down', false),
  };
  const of = (health: object) => cephCluster({ health, fsid: 'f' }, 'dc', '')?.healthMessage;
  expect(of({ status: 'HEALTH_WARN', checks, mutes: [{ code: 'POOL_NO_REDUNDANCY' }] })).toBe('OSD_DOWN: 1 osds down');
  expect(of({ status: 'HEALTH_OK', checks: { POOL_NO_REDUNDANCY: checks.POOL_NO_REDUNDANCY } })).toBe('');
});
