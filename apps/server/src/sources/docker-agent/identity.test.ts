// The identity of hosts: equal names, cloned machines, engines that are installed again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdentities, type HostIdentity, identityKey } from './identity.ts';

const SILENCE = 120_000;

function createReports() {
  const identities = createIdentities();
  let now = 0;
  return {
    /** One report; the next comes ten seconds later. Answers the id. */
    reports(identity: HostIdentity, pause = 10_000): string {
      const id = identities.identify(identity, now);
      identities.remember({ ...identity, id, at: now, silenceMs: SILENCE });
      now += pause;
      return id;
    },
    forget: identities.forget,
  };
}
const host = { agentId: 'agent', machineId: 'machine', hostname: 'dock' };

test('the id is the agent id, else the machine id, else the host name', () => {
  const { reports } = createReports();
  expect(reports(host)).toBe('agent');
  expect(reports({ machineId: 'other', hostname: 'x' })).toBe('other');
  expect(reports({ hostname: 'y' })).toBe('y');
});

test('hosts that share only a name are different hosts', () => {
  const { reports } = createReports();
  expect(reports(host)).toBe('agent');
  expect(reports({ agentId: 'agent2', machineId: 'machine2', hostname: 'dock' })).toBe('agent2');
  expect(reports(host)).toBe('agent');
});

test('machines cloned with their agent id are different hosts from the first report on', () => {
  const { reports } = createReports();
  const clone = { ...host, machineId: 'clone' };
  const ids = [host, clone, host, clone, host].map((who) => reports(who));
  expect(ids).toEqual(['agent', 'clone', 'agent', 'clone', 'agent']);
});

test('machines cloned with both ids are different hosts once both have reported, and the first keeps its id', () => {
  const { reports } = createReports();
  const clone = { ...host, hostname: 'dock-copy' };
  const ids = [host, clone, host, clone, host, clone].map((who) => reports(who));
  expect(ids).toEqual(['agent', 'agent', 'agent', 'machine', 'agent', 'machine']);
});

test('three clones become three hosts', () => {
  const { reports } = createReports();
  const clones = ['a', 'b', 'c'].map((hostname) => ({ ...host, hostname }));
  const round = () => clones.map((who) => reports(who));
  for (let i = 0; i < 3; i++) round();
  const ids = round();
  expect(new Set(ids).size).toBe(3);
  expect(round()).toEqual(ids);
});

test('a host that is renamed keeps its id, even if the old name returns a day later', () => {
  const { reports } = createReports();
  const renamed = { ...host, hostname: 'new-name' };
  expect([reports(host), reports(renamed, 86_400_000), reports(host), reports(host)]).toEqual(Array(4).fill('agent'));
});

test('an engine that is installed again on the same machine with the same name is the same host', () => {
  const { reports } = createReports();
  expect([reports(host), reports({ ...host, agentId: 'new-engine' })]).toEqual(['agent', 'agent']);
});

test('Docker and Podman on one machine are different hosts from the first report on, even with the same agent id', () => {
  const docker: HostIdentity = { ...host, engine: 'docker' };
  for (const agentId of ['machine', 'agent']) {
    const { reports } = createReports();
    const podman: HostIdentity = { ...host, agentId, engine: 'podman' };
    const ids = [docker, podman, docker, podman].map((who) => reports(who));
    expect(ids).toEqual(['agent', 'machine', 'agent', 'machine']);
  }
});

test('a host stays the same when its agent begins to report the engine', () => {
  const { reports } = createReports();
  expect([reports(host), reports({ ...host, engine: 'docker' })]).toEqual(['agent', 'agent']);
});

test('two engines of one kind, or of unknown kind, on one machine are different hosts once both have reported', () => {
  const { reports } = createReports();
  const second = { ...host, agentId: 'machine' };
  const ids = [host, second, host, second, host, second].map((who) => reports(who));
  expect(ids.slice(2)).toEqual(['agent', 'machine', 'agent', 'machine']);
});

test('a machine that is installed again gets its earlier id, once the old one no longer reports', () => {
  const { reports } = createReports();
  const reinstalled = { ...host, machineId: 'machine2' };
  expect([reports(host, SILENCE + 1), reports(reinstalled), reports(reinstalled)]).toEqual(Array(3).fill('agent'));
});

test('a removed host can get its earlier id back', () => {
  const { reports, forget } = createReports();
  reports(host);
  forget('agent');
  expect(reports({ ...host, machineId: 'machine2' })).toBe('agent');
});

const name = fc.constantFrom('a', 'b', 'c', 'a-2');
const identity: fc.Arbitrary<HostIdentity> = fc.record({
  engine: fc.constantFrom('docker', 'podman', undefined),
  agentId: fc.option(name, { nil: undefined }),
  machineId: fc.option(name, { nil: undefined }),
  hostname: name,
});

test('hosts that report alternately each get their own stable id', () => {
  fc.assert(
    fc.property(fc.uniqueArray(identity, { selector: identityKey, minLength: 1, maxLength: 6 }), (hosts) => {
      const { reports } = createReports();
      const round = () => hosts.map((who) => reports(who, 1000));
      for (let i = 0; i < 10; i++) round();
      const ids = round();
      expect(new Set(ids).size).toBe(hosts.length);
      expect(round()).toEqual(ids);
    }),
  );
});
