import { NodeConfig } from '@belfry/schema/config/node';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { Observation } from '@belfry/schema/messages/observation';
import type { CopyJob } from '@belfry/schema/protection/backup-job';
import type { Retention } from '@belfry/schema/protection/retention';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { numbered } from '../sources/numbering.ts';
import { startPolling } from '../sources/poller.ts';
import { createSource } from '../sources/registry.ts';
import { countRunning } from '../sources/testing/running.ts';
import { simulated } from '../sources/testing/simulated.ts';
import { testedTypes } from '../sources/testing/tested-kinds.ts';
import { json, startTlsServer } from '../sources/testing/tls-server.ts';
import { guest, heard, node } from '../state/testing/observations.ts';
import { type AdmissionDeps, refusalOf } from './admission.ts';
import { corrected } from './correction.ts';

const START = Date.UTC(2026, 10, 21);
const deps = (
  epochs: Record<string, number>,
  others: readonly string[] = [],
  type: NodeConfig['type'] = 'pve',
): AdmissionDeps => ({
  assigned: (instance) =>
    epochs[instance] === undefined ? undefined : { epoch: epochs[instance], name: 'home', config: { type } },
  instances: () => [...Object.keys(epochs), ...others],
});

test.for(testedTypes)(
  'everything that a %s source observes belongs to its instance, and is taken as it is',
  async (type) => {
    const clock = fakeClock(START);
    const ask = simulated(type, START);
    await using server = await startTlsServer(({ url = '' }, response) => {
      const path = url.replace('/api2/json', '');
      const answer = path === '/access/ticket' ? { ok: true, value: { ticket: 'T' } } : ask(path, clock.now());
      json(response, 'value' in answer ? answer.value : null, answer.ok ? 200 : 501);
    });
    const login = type === 'pmg' ? { user: 'a@pmg', password: 'x' } : { tokenName: 'a@pve!b', tokenValue: 's' };
    const host = { host: server.origin, fingerprint: server.certificate.fingerprint };
    const config = NodeConfig.parse({ type, name: 'home', ...host, ...login });
    const source = createSource({ ...config, id: 'branch' }, { clock, log: createLogger('silent'), random: () => 0.5 });
    const { source: counted, pass } = countRunning(source, clock);
    const seen: Observation[] = [];
    const observe = numbered((observation) => void seen.push(observation));
    const polling = startPolling(counted, { clock, random: () => 0.5, observe, log: createLogger('silent') });
    await pass(40);
    await polling.stop();
    expect(seen.filter(({ outcome }) => outcome.ok).length).toBeGreaterThan(3);
    const known = { ...{ id: 'branch', name: 'home', site: 's', everyMs: 10_000 }, config };
    for (const each of seen)
      expect(corrected({ ...each, everyMs: 10_000 }, known)).toMatchObject({ outcome: each.outcome });
    expect(new Set(seen.map((each) => refusalOf(each, deps({ branch: 0 }, ['branch-2'], type))))).toEqual(
      new Set([undefined]),
    );
  },
);

test('an instance that was not given, and one of an older assignment, are refused', () => {
  const observation = { ...heard('a', 0, { vms: [guest('a', 100)] }), epoch: 3 };
  expect(refusalOf(observation, deps({ a: 3 }))).toBeUndefined();
  expect(refusalOf(observation, deps({ a: 4 }))).toBe('old assignment');
  expect(refusalOf(observation, deps({ b: 3 }, ['a']))).toBe('not assigned');
});

test('entities of another instance are refused, by their instance and by their id', () => {
  const given = deps({ a: 0 }, ['b', 'a-b']);
  const sent = (slices: Parameters<typeof heard>[2]) => refusalOf(heard('a', 0, slices), given);
  expect(sent({ vms: [guest('a', 100)], nodes: [node('a', 'pve1')] })).toBeUndefined();
  expect(sent({ vms: [guest('b', 100)] })).toBe('foreign entity');
  expect(sent({ vms: [{ ...guest('a', 100), id: 'b-100' }] })).toBe('foreign entity');
  expect(sent({ vms: [{ ...guest('a', 100), instance: 'b' }] })).toBe('foreign entity');
  // The id that the node `pve1` of the instance `a-b` has.
  expect(sent({ nodes: [node('a', 'b-pve1')] })).toBe('foreign entity');
});

test('lists of another kind of host, and jobs and backups under the name of another backup server, are refused', () => {
  const sent = (slices: Parameters<typeof heard>[2]) => refusalOf(heard('a', 0, slices), deps({ a: 0 }, [], 'pbs'));
  const backup = (instance: string): PbsBackup => ({
    ...{ id: 'a-store--vm-100-1', instance, datastore: 'store', namespace: '', backupType: 'vm', vmid: '100' },
    ...{ backupTime: '2026-11-28T22:00:00Z', protected: false, verified: true, encrypted: false, files: [] },
  });
  const place = (server: string) => ({ server, datastore: 'store', namespace: '' });
  const job = (server: string, from = server): CopyJob => ({
    ...{ id: 'a/sync/one', kind: 'sync', disabled: false, result: 'ok', server, from: place(from), to: place(server) },
  });
  const prune = (server: string): Retention => ({
    ...{ id: 'a/prune/one', kind: 'server', place: place(server), keep: { all: true }, disabled: false },
  });
  expect(sent({ pbsBackups: [backup('home')], copyJobs: [job('home')], retentions: [prune('home')] })).toBeUndefined();
  expect(sent({ pbsBackups: [backup('central')] })).toBe('foreign entity');
  // Another server may have the name that is the id of this one.
  expect(sent({ pbsBackups: [backup('a')] })).toBe('foreign entity');
  expect(sent({ copyJobs: [job('central')] })).toBe('foreign entity');
  expect(sent({ copyJobs: [job('home', 'central')] })).toBe('foreign entity');
  expect(sent({ retentions: [prune('central')] })).toBe('foreign entity');
  expect(sent({ vms: [guest('a', 100)] })).toBe('a list of another kind of host');
  expect(sent({ dockerHosts: [] })).toBe('a list of another kind of host');
});

test('whatever the ids of two instances are, one of them cannot speak of what belongs to the other', () => {
  const id = fc.stringMatching(/^[ab]([-/:][ab]){0,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 6 }), id, (instances, tail) => {
      const [own = '', ...others] = instances;
      const given = deps({ [own]: 0 }, others);
      for (const other of others) {
        const foreign = ['', '-', '/', ':'].map((sign) => (sign === '' ? other : `${other}${sign}${tail}`));
        for (const entity of foreign) {
          // It belongs to the longest instance with which it begins.
          const longest = instances
            .filter((each) => entity === each || ['-', '/', ':'].some((sign) => entity.startsWith(each + sign)))
            .sort((a, b) => b.length - a.length)[0];
          const refused = refusalOf(heard(own, 0, { vms: [{ ...guest(own, 100), id: entity }] }), given);
          expect([entity, refused]).toEqual([entity, longest === own ? undefined : 'foreign entity']);
        }
      }
    }),
  );
});
