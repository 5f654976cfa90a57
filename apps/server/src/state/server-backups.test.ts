import { inOneList } from '@belfry/domain/delta/parts';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLastBackups } from './last-backups.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString();
const instances = ['a', 'b', 'c'];
const vmids = [100, 101];

const onServer: fc.Arbitrary<PbsBackup> = fc
  .record({
    backupType: fc.constantFrom('vm', 'ct', 'host'),
    vmid: fc.constantFrom('100', '101'),
    backupTime: fc.integer({ min: 1, max: 6 }).map(day),
    guestInstance: fc.constantFrom(undefined, ...instances),
    size: fc.constantFrom(undefined, 0, 1),
  })
  .map((fields) => fields as PbsBackup);
/** The list of one of three servers is replaced, or the volumes of an instance. What is taken again is the same object. */
const steps = fc.array(
  fc.oneof(
    fc.record({ server: fc.nat(2), keep: fc.boolean(), backups: fc.array(onServer, { maxLength: 4 }) }),
    fc.record({ volumesOf: fc.constantFrom(...instances), days: fc.array(fc.integer({ min: 1, max: 6 })) }),
  ),
  { minLength: 1, maxLength: 12 },
);
const volumes = (instance: string, days: readonly number[]): StorageBackup[] =>
  days.map((n) => {
    const vmid = 100 + (n % 2);
    return { type: 'qemu', instance, vmid, time: day(n), isPBS: true, size: 1, storage: 'pbs' } as StorageBackup;
  });

test('learned list by list, the last backups are those that are learned at once', () => {
  const learn = () => createLastBackups(() => []);
  const all = (backups: ReturnType<typeof learn>) =>
    instances.flatMap((instance) =>
      vmids.flatMap((vmid) =>
        (['qemu', 'lxc'] as const).map((type) => backups.of({ id: `${instance}-${vmid}`, type, instance, vmid })),
      ),
    );
  fc.assert(
    fc.property(steps, (given) => {
      const grown = learn();
      const servers: PbsBackup[][] = [[], [], []];
      const own = new Map<string, StorageBackup[]>();
      const present = () => inOneList(servers.filter(({ length }) => length > 0));
      for (const step of given) {
        if ('server' in step) {
          servers[step.server] = [...(step.keep ? (servers[step.server] ?? []) : []), ...step.backups];
          grown.learnServers(present());
        } else {
          own.set(step.volumesOf, volumes(step.volumesOf, step.days));
          grown.learnVolumes(step.volumesOf, own.get(step.volumesOf) ?? []);
        }
        const fresh = learn();
        for (const [instance, list] of own) fresh.learnVolumes(instance, list);
        fresh.learnServers(present());
        expect(all(grown)).toEqual(all(fresh));
      }
    }),
    { numRuns: 200, endOnFailure: true },
  );
});

test('a new backup on one of a hundred servers reads the lists of that server, and nothing of the others', () => {
  let reads = 0;
  const counted = (fields: Partial<PbsBackup>): PbsBackup =>
    Object.defineProperty({ backupType: 'vm', size: 1, ...fields } as PbsBackup, 'backupTime', {
      get: () => {
        reads++;
        return day(1);
      },
    });
  const lists = Array.from({ length: 100 }, (_, server) =>
    Array.from({ length: 50 }, (_, n) => counted({ vmid: String(n), guestInstance: `host${server}` })),
  );
  const backups = createLastBackups(() => []);
  backups.learnServers(inOneList(lists));
  reads = 0;
  const [first = [], ...others] = lists;
  backups.learnServers(inOneList([[...first, counted({ vmid: '77', guestInstance: 'host0' })], ...others]));
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(first.length + 3);
  expect(backups.of({ id: 'host0-77', type: 'qemu', instance: 'host0', vmid: 77 })).toBe(day(1));
});
