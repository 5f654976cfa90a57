// Scripted nights of the lab through the whole server: over the wire, from the hosts to what a browser gets.
import { guestId, instanceId } from '@belfry/domain/ids';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { archivesOf } from './testing/archives.ts';
import { type Nights, type Place, startNights } from './testing/nights.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

/**
 * Each look opens a socket, and the server refuses an address that opens too many. What a host answers too late, on a busy machine, is
 * asked again after five minutes.
 */
const CALM = { interval: 2000, timeout: 400_000 };

const LAST_NIGHT = expect.stringMatching(/^2026-11-18T0[1-3]:/);
const NIGHT_BEFORE = expect.stringMatching(/^2026-11-17T0[1-3]:/);
const BEFORE_THE_STOP = expect.stringMatching(/^2026-11-15T0[1-3]:/);
const worked = { job: expect.any(String), at: '2026-11-18T01:00:00.000Z', result: 'ok' };
const failedWith = (error: RegExp) => ({
  state: 'failed',
  lastGood: NIGHT_BEFORE,
  lastRun: { ...worked, result: 'failed', error: expect.stringMatching(error), task: expect.stringMatching(/vzdump/) },
});

/** What happened, to which guest of the lab, and what its protection must say. */
const NIGHTS: [title: string, of: (nights: Nights) => Place, expected: object][] = [
  [
    'a usual night, with a copy in a namespace of the second server',
    ({ usual }) => usual,
    {
      ...{ state: 'protected', lastGood: LAST_NIGHT, lastRun: worked, place: 'pbs-main:main/pve-east' },
      offSite: { kind: 'sync', place: 'pbs-offsite:empty/copies/pve-east', isConfirmed: true, isLate: false },
    },
  ],
  [
    'a missed run: no task at all, because the scheduler of the node did not run',
    ({ missed }) => missed,
    { state: 'late', lastGood: NIGHT_BEFORE, lastRun: { ...worked, result: 'missed' } },
  ],
  [
    'the same number in another cluster, with a namespace of its own',
    ({ sameNumber }) => sameNumber,
    { state: 'protected', lastGood: LAST_NIGHT, lastRun: worked, place: 'pbs-main:main/pve-west' },
  ],
  [
    'a failed disk of a virtual machine',
    ({ brokenDisk }) => brokenDisk,
    failedWith(/^job failed with err -5 - Input\/output error$/),
  ],
  [
    'a failed disk of a container, with the words of the command that made its backup',
    ({ brokenVolume }) => brokenVolume,
    failedWith(/^error at "var\/lib\/data": Input\/output error \(os error 5\)$/),
  ],
  [
    'a failed disk, and the guest moved to a node whose task failed for another guest',
    ({ brokenAndMoved }) => brokenAndMoved,
    failedWith(/^job failed with err -5 - Input\/output error$/),
  ],
  [
    'a migrated guest keeps the backup that its first node made',
    ({ moved }) => moved,
    { state: 'protected', lastGood: LAST_NIGHT, lastRun: worked },
  ],
  [
    'a renamed guest keeps its backups, whose notes have the old name',
    ({ renamed }) => renamed,
    { state: 'protected', lastGood: LAST_NIGHT, lastRun: worked },
  ],
  [
    'a sync that nothing starts any more: the copy is late, the guest is not',
    ({ renamed }) => renamed,
    { offSite: { kind: 'sync', place: 'pbs-offsite:empty/copies/pve-west', at: BEFORE_THE_STOP, isLate: true } },
  ],
  [
    'a sync that fails every night: the copy is late',
    ({ beforeFull }) => beforeFull,
    { offSite: { kind: 'sync', place: 'pbs-offsite:empty/copies/pve-north', at: BEFORE_THE_STOP, isLate: true } },
  ],
  [
    'a datastore that became full in the night: the guests before are protected',
    ({ beforeFull }) => beforeFull,
    { state: 'protected', lastGood: LAST_NIGHT, lastRun: worked, place: 'pbs-small:main/pve-north' },
  ],
  [
    'a datastore that became full in the night: the virtual machines after that failed',
    ({ afterFull }) => afterFull,
    failedWith(/No space left on device/),
  ],
  [
    'a datastore that became full in the night: the containers after that failed',
    ({ containerAfterFull }) => containerAfterFull,
    failedWith(/^pipelined request failed: .+ No space left on device/),
  ],
  [
    'the same number in two clusters that share a namespace and an account',
    ({ shared }) => shared,
    { state: 'unknown', reason: { kind: 'ambiguous-backups' }, backups: 0 },
  ],
  [
    'the other guest with that number',
    ({ twin }) => twin,
    { state: 'unknown', reason: { kind: 'ambiguous-backups' }, backups: 0 },
  ],
];

const idOf = ({ cluster, guest }: Place) => guestId(instanceId('pve', cluster.name), guest.vmid);

async function watched(): Promise<{ app: Whole; nights: Nights }> {
  const nights = await startNights();
  const { nodes, clock } = nights;
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
  return { app, nights };
}

test('after the scripted nights of the lab every guest has the expected state and reason', async () => {
  const { app, nights } = await watched();
  const found = async () => {
    const { guestProtection } = await archivesOf(app);
    return NIGHTS.map(([title, of]) => [title, guestProtection.find(({ id }) => id === idOf(of(nights)))]);
  };
  await expect.poll(found, CALM).toMatchObject(NIGHTS.map(([title, , expected]) => [title, expected]));

  // Nobody else is affected: a guest that a job includes is protected, unless the night or the shared namespace concerns it.
  const { guestProtection, backupGroups } = await archivesOf(app);
  const states = Map.groupBy(guestProtection, ({ id }) => id.replace(/-\d+$/, ''));
  const count = (name: string) => {
    const all = states.get(instanceId('pve', name)) ?? [];
    return Object.fromEntries([...Map.groupBy(all, ({ state }) => state)].map(([state, list]) => [state, list.length]));
  };
  expect(count('pve-west')).toMatchObject({ failed: 4, protected: expect.any(Number) });
  expect(Object.keys(count('pve-east'))).toEqual(expect.arrayContaining(['protected', 'late']));
  expect(count('pve-east')).not.toHaveProperty('failed');
  const { shared, twin } = nights;
  expect(backupGroups).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'ambiguous', vmid: shared.guest.vmid, place: 'pbs-main:main/pve-south' },
      candidates: [idOf(shared), idOf(twin)].sort(),
    }),
  );
  const { pbs } = PlainState.parse((await app.call('GET', '/api/state')).json);
  const full = pbs.find(({ name }) => name === 'pbs-small')?.datastores.find(({ name }) => name === 'main');
  expect(full).toMatchObject({ usage: expect.closeTo(100, 0) });
});
