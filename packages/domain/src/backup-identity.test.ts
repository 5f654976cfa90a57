import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBackupIdentity, type Group, pbsNamesOf, type TargetedBy } from './backup-identity.ts';
import { growth, LINEAR } from './testing/processor-time.ts';

const servers = [{ name: 'main', host: 'https://pbs.lan:8007', fingerprint: `${'AB:'.repeat(31)}AB` }];
const storage = (instance: string, target: Partial<TargetedBy['target']> = {}): TargetedBy => ({
  instance,
  target: { server: 'pbs.lan', datastore: 'store', namespace: '', ...target },
});
const group = (fields: Partial<Group> = {}): Group => ({
  instance: 'main',
  datastore: 'store',
  namespace: '',
  backupType: 'vm',
  vmid: '100',
  ...fields,
});
const guest = (instance: string, vmid = 100) => ({ kind: 'guest', instance, vmid });

test('a group belongs to the cluster whose storage points to its datastore and namespace', () => {
  const identity = createBackupIdentity([storage('dc'), storage('lab', { namespace: 'lab' })], servers);
  expect(identity(group())).toEqual(guest('dc'));
  expect(identity(group({ namespace: 'lab', vmid: '7', backupType: 'ct' }))).toEqual(guest('lab', 7));
  expect(identity(group({ namespace: 'lab/deeper' }))).toEqual({ kind: 'none' });
  expect(identity(group({ datastore: 'other' }))).toEqual({ kind: 'none' });
});

test('two storages of one cluster are one cluster', () => {
  expect(createBackupIdentity([storage('dc'), storage('dc')], servers)(group())).toEqual(guest('dc'));
});

test('two clusters that write to the same place are ambiguous, unless their owners differ', () => {
  const shared = [storage('a', { username: 'a@pbs!t' }), storage('b', { username: 'b@pbs!t' })];
  const identity = createBackupIdentity(shared, servers);
  const ambiguous = { kind: 'ambiguous', instances: ['a', 'b'] };
  expect(identity(group())).toEqual(ambiguous);
  expect(identity(group({ owner: 'b@pbs!t' }))).toEqual(guest('b'));
  expect(identity(group({ owner: 'root@pam' }))).toEqual(ambiguous);
  expect(createBackupIdentity([storage('a'), storage('b')], servers)(group({ owner: 'b@pbs!t' }))).toEqual(ambiguous);
});

test('a server is known by its address or its certificate, not by the names of its datastores', () => {
  const at = (target: Partial<TargetedBy['target']>) => createBackupIdentity([storage('dc', target)], servers)(group());
  expect(at({ server: 'PBS.LAN' })).toEqual(guest('dc'));
  expect(at({ server: '10.0.0.9', fingerprint: 'ab'.repeat(32) })).toEqual(guest('dc'));
  expect(at({ server: '10.0.0.9' })).toEqual({ kind: 'none' });
  const v6 = createBackupIdentity([storage('dc', { server: 'fd00::1' })], [{ name: 'main', host: '[fd00::1]:8007' }]);
  expect(v6(group())).toEqual(guest('dc'));
});

test('a backup of a host, or of anything without the number of a guest, belongs to no guest', () => {
  const identity = createBackupIdentity([storage('dc')], servers);
  for (const fields of [{ backupType: 'host' as const }, { vmid: 'nas' }, { vmid: '0' }, { vmid: '1e3' }])
    expect(identity(group(fields))).toEqual({ kind: 'none' });
});

test('one more cluster never moves a backup to another guest: it stays, or becomes ambiguous', () => {
  const account = fc.constantFrom(undefined, 'a@pbs', 'b@pbs');
  const anyStorage = fc
    .record({ instance: fc.constantFrom('a', 'b', 'c'), namespace: fc.constantFrom('', 'x'), username: account })
    .map(({ instance, namespace, username }) => storage(instance, { namespace, ...(username && { username }) }));
  fc.assert(
    fc.property(fc.array(anyStorage), anyStorage, account, (storages, more, owner) => {
      const before = createBackupIdentity(storages, servers)(group({ owner }));
      const after = createBackupIdentity([...storages, more], servers)(group({ owner }));
      if (before.kind === 'guest' && after.kind === 'guest' && before.instance !== after.instance) {
        // Only a storage whose account owns the backup may take it from another cluster.
        expect([more.instance, more.target.username]).toEqual([after.instance, owner]);
      }
      if (before.kind !== 'none') expect(after.kind).not.toBe('none');
    }),
    { numRuns: 2000 },
  );
});

test('a storage names the watched backup servers it points to, and any other storage names none', () => {
  const { target: backupTarget } = storage('dc', { server: 'PBS.lan' });
  const both = [...servers, { name: 'other', host: 'https://10.0.0.9:8007' }];
  expect(pbsNamesOf({ backupTarget }, both)).toEqual(['main']);
  expect(pbsNamesOf({}, both)).toEqual([]);
});

test('a long server name with several lines is read in linear time', () => {
  const namesOf = (slashes: number) => {
    const { target: backupTarget } = storage('dc', { server: `pbs.lan/${'/'.repeat(slashes)}\n` });
    return () => pbsNamesOf({ backupTarget }, servers);
  };
  expect(namesOf(200_000)()).toEqual(['main']);
  expect(growth(25_000, namesOf)).toBeLessThan(LINEAR);
});

test('the same address in two sites means two servers, unless both have one certificate', () => {
  const [a, b] = [storage('branch-a', { site: 'a' }), storage('branch-b', { site: 'b' })];
  const own = { name: 'main', host: 'https://pbs.lan:8007', site: 'a' };
  expect(createBackupIdentity([a, b], [own])(group())).toEqual(guest('branch-a'));
  expect(createBackupIdentity([b, storage('centre')], [own])(group())).toEqual({ kind: 'none' });
  const fingerprint = `${'CD:'.repeat(31)}CD`;
  const shared = storage('branch-b', { site: 'b', server: 'pbs.example.com', fingerprint });
  expect(createBackupIdentity([shared], [{ ...own, fingerprint }])(group())).toEqual(guest('branch-b'));
});
