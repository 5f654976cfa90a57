// What removes the backups of a guest: the settings that are in force, and when it is not known.
import type { Retention } from '@belfry/schema/protection/retention';
import { expect, test } from 'vitest';
import type { ProtectionInput } from './input.ts';
import { createProtectionModel } from './model.ts';
import { at, guest, job, night, snapshot, volume } from './testing/night.ts';

const prune = (fields: Partial<Extract<Retention, { kind: 'server' }>> = {}): Retention => ({
  ...{ id: 'p', kind: 'server', place: { server: 'pbs-main', datastore: 'main', namespace: '' } },
  ...{ keep: { daily: 7 }, schedule: '00:30', disabled: false, ...fields },
});
const ofStorage: Retention = { id: 's', kind: 'storage', instance: 'dc', storage: 'nas', keep: { last: 3 } };

function inForce(input: Partial<ProtectionInput>) {
  const model = createProtectionModel();
  model.update(night(input), at('12:00'));
  return model.retentions(guest(100).id);
}

test.each<[string, Partial<ProtectionInput>, ReturnType<typeof inForce>]>([
  [
    'a prune job of the backup server, and one that is disabled does nothing',
    { retentions: [prune(), prune({ id: 'q', keep: { weekly: 4 }, disabled: true })] },
    [{ place: 'pbs-main:main', by: 'prune', keep: { daily: 7 } }],
  ],
  [
    'the setting of the job comes before the one of its storage',
    { jobs: [job({ storage: 'nas', keep: { last: 9 } })], retentions: [ofStorage] },
    [{ place: 'dc/nas', by: 'job', keep: { last: 9 } }],
  ],
  [
    'a job without a setting has the one of its storage',
    { jobs: [job({ storage: 'nas' })], retentions: [ofStorage] },
    [{ place: 'dc/nas', by: 'storage', keep: { last: 3 } }],
  ],
  ['no setting removes anything', {}, [{ place: 'pbs-main:main', by: 'nothing' }]],
  [
    'the prune jobs of a server that were not read are not known, and never none',
    { missing: [{ instance: 'pbs-main', part: 'retentions' }] },
    [{ place: 'pbs-main:main', by: 'notKnown' }],
  ],
  ['a backup server that is not watched', { servers: [] }, [{ place: expect.any(String), by: 'notKnown' }]],
  [
    'a place of backups to which no job writes any more',
    { storageBackups: [volume(100, '01:00')], retentions: [prune()] },
    [
      { place: 'dc/nas', by: 'nothing' },
      { place: 'pbs-main:main', by: 'prune', keep: { daily: 7 } },
    ],
  ],
  [
    'a place whose jobs are not known',
    { jobs: [], serverBackups: [snapshot(100, '02:10')], missing: [{ instance: 'dc', part: 'jobs' }] },
    [{ place: 'pbs-main:main', by: 'notKnown' }],
  ],
])('%s', (_name, input, expected) => {
  expect(inForce(input)).toEqual(expected);
});

test('of a guest that nobody knows nothing is said', () => {
  expect(createProtectionModel().retentions('nobody')).toBeUndefined();
});
