// The backup jobs and HA of a whole cluster of the lab as readings for the journal of changes, without a call of their own.
import type { Findings } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import { listReadings, noReadings } from '../proxmox-api/list-readings.ts';
import { type Watched, watchLab } from './testing/watched.ts';

async function found(dc: Watched, poll: string): Promise<Findings> {
  const outcome = await dc.run(poll);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}
const endsOf = ({ settingsLists = [] }: Findings) =>
  settingsLists.map(({ under, resources }) => [under, resources.length]);

test('backup jobs, and resources and rules of HA, are read with their settings and as whole lists', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 60, everything: true });
  await dc.poll('resources', 'nodes', 'rights');
  const jobs = await found(dc, 'protection');
  const { instance } = dc.source;
  expect(endsOf(jobs)).toEqual([[`${instance.id}/backup-job/`, dc.lab.clusters[0]?.backupJobs.length]]);
  expect(jobs.settings?.length).toBe(dc.lab.clusters[0]?.backupJobs.length);
  for (const { settings } of jobs.settings ?? []) {
    expect(settings).toMatchObject({ enabled: expect.any(String), storage: expect.any(String) });
    expect(settings).not.toHaveProperty('next-run');
  }
  const ha = await found(dc, 'node-loss');
  expect(endsOf(ha)).toEqual([
    [`${instance.id}/ha/resource/`, 8],
    [`${instance.id}/ha/rule/`, 2],
  ]);
  expect(ha.settings?.find(({ name }) => name === 'pair')?.settings).toMatchObject({ affinity: 'negative' });
  // HA is read every five minutes: in between nothing is said about it.
  expect(endsOf(await found(dc, 'node-loss'))).toEqual([]);
});

test('what fails to answer says nothing about its list', async () => {
  await using dc = await watchLab({ nodes: 3, guests: 20, everything: true });
  await dc.poll('resources', 'nodes', 'rights');
  expect((await found(dc, 'protection')).settingsLists).toHaveLength(1);
  for (const node of dc.lab.clusters[0]?.nodes ?? []) await dc.lab.fault(node.name, { status: 500 });
  const failed = await dc.run('protection');
  expect(failed.ok ? failed.value.settingsLists : []).toEqual([]);
});

test('an answer that is no list, or a row without a name, says nothing', () => {
  const listed = { instance: 'dc', kind: 'ha', what: 'ha/rule', key: 'rule' } as const;
  const of = (data: unknown) => listReadings(data, { ...listed, shape: { computed: [], sets: [] } });
  for (const data of [null, undefined, {}, 'x', [{ rule: 'a' }, { type: 'node-affinity' }], [{ rule: 'a' }, 7]])
    expect(of(data)).toEqual(noReadings);
  expect(of([]).settingsLists).toEqual([{ kind: 'ha', under: 'dc/ha/rule/', resources: [] }]);
});
