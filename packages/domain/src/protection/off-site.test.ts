// Copies on another server, when other jobs write there too.
import { expect, test } from 'vitest';
import { createProtectionModel } from './model.ts';
import { at, night, snapshot, sync } from './testing/night.ts';

const NOW = at('05:26');
const copy = { instance: 'pbs-far', datastore: 'copy', owner: 'sync@pbs' };
const original = snapshot(100, '02:10', { owner: 'dc@pbs' });
const ours = sync({ id: 'z-ours', owner: 'sync@pbs' });

test('a copy is judged by the job that copies from the place of the guest, not by another one into the same datastore', () => {
  const other = sync({
    ...{ id: 'a-other', from: { server: 'pbs-far', datastore: 'x', namespace: '' }, owner: 'other@pbs' },
  });
  const serverBackups = [snapshot(100, '2026-11-21T02:10:00Z', copy), original];
  const copyJobs = [other, { ...ours, result: 'failed' as const }];
  const [found] = createProtectionModel().update(night({ copyJobs, serverBackups }), NOW);
  expect(found?.offSite).toMatchObject({ kind: 'sync', place: 'pbs-far:copy', isLate: true });
});

test('a job that fails from now on is noticed, and one that works again too', () => {
  const serverBackups = [snapshot(100, '2026-11-21T02:10:00Z', copy), original];
  const input = night({ serverBackups });
  const model = createProtectionModel();
  const isLate = (result: 'ok' | 'failed') =>
    model.update({ ...input, copyJobs: [{ ...ours, result }] }, NOW)[0]?.offSite?.isLate;
  expect([isLate('ok'), isLate('failed'), isLate('ok')]).toEqual([false, true, false]);
});

/** Takes from a server that is not watched, into the datastore of the originals. */
const fromElsewhere = sync({
  ...{ id: 'elsewhere', from: undefined, owner: 'root@pam' },
  to: { server: 'pbs-main', datastore: 'main', namespace: '' },
});

test('a pull from a server that is not watched makes only backups of its own account unclear', () => {
  const lastGood = (owner?: string) =>
    createProtectionModel().update(
      night({ copyJobs: [fromElsewhere], serverBackups: [snapshot(100, '02:10', { ...(owner && { owner }) })] }),
      NOW,
    )[0]?.lastGood;
  expect(lastGood()).toBeUndefined();
  expect(lastGood('root@pam')).toBeUndefined();
  expect(lastGood('dc@pbs')).toBeDefined();
});

test.each([
  ['the copy', [snapshot(100, '02:10', copy)]],
  ['the original', [original]],
])(
  'a pull into the datastore of an original of another account leaves its copy certain, if %s is listed first',
  (_name, first) => {
    const input = night({ copyJobs: [fromElsewhere, ours] });
    const model = createProtectionModel();
    model.update({ ...input, serverBackups: first }, NOW);
    const serverBackups = [snapshot(100, '02:10', copy), original];
    expect(model.update({ ...input, serverBackups }, NOW)[0]?.offSite).toMatchObject({ place: 'pbs-far:copy' });
    // Without its original nobody knows whose copy it is.
    model.update({ ...input, serverBackups: serverBackups.slice(0, 1) }, NOW);
    expect(model.strayGroups()).toMatchObject([{ kind: 'ambiguous', place: 'pbs-far:copy' }]);
  },
);
