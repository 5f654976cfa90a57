// The rules about Docker hosts and containers, with the real engine.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { expect, test } from 'vitest';
import { joinRules } from '../../engine/joined-rules.ts';
import { createTurns, type TurnsOptions } from '../../testing/turns.ts';
import { createContainerRules } from './containers.ts';
import { createDockerHostRules } from './hosts.ts';
import { createRestartLoopRules } from './restart-loops.ts';

const GB = 1024 ** 3;
const rules = () => [
  joinRules('dockerHosts', [createDockerHostRules(), createContainerRules(), createRestartLoopRules()]),
];

function watch(options: Partial<TurnsOptions> = {}) {
  const turns = createTurns(rules, { instanceId: 'docker-h1', ...options });
  const report = (fields: Partial<DockerHost>, afterMs = 30_000) =>
    turns.see({ dockerHosts: [aDockerHost({ lastSeen: turns.now().at + afterMs, ...fields })] }, { afterMs });
  return {
    ...turns,
    report,
    container: (fields: Partial<DockerContainer>, afterMs?: number) =>
      report({ containers: [aContainer({ id: 'c1', name: 'web', ...fields })] }, afterMs),
    /** The last known host, because its agent is silent. */
    silent: (fields: Partial<DockerHost>) =>
      turns.see({ dockerHosts: [aDockerHost({ staleSince: '2026-06-01T12:00:00.000Z', ...fields })] }, { ok: false }),
  };
}
const id = (what: string) => `docker-container-${what}-docker:h1/name:web`;

test('a container that ended with an error is an alert in the second report, and ends when it runs', () => {
  const { container, message } = watch();
  container({});
  expect(container({ state: 'exited', exitCode: 1 })).toEqual({});
  expect(container({ state: 'exited', exitCode: 1 })).toEqual({ [id('state')]: 'warning' });
  expect(message(id('state'))).toBe('Container web has stopped with exit code 1.');
  expect(container({ state: 'exited', exitCode: 1 })).toEqual({ [id('state')]: 'warning' });
  expect(container({ state: 'unknown' })).toEqual({ [id('state')]: 'warning' });
  expect(container({})).toEqual({});
});

test('which states of a container are an alert', () => {
  for (const [fields, isBad] of [
    [{ state: 'running' }, false],
    [{ state: 'exited', exitCode: 0 }, false],
    [{ state: 'exited', exitCode: 143 }, false],
    [{ state: 'exited', exitCode: null }, false],
    [{ state: 'exited', exitCode: 0, restartPolicy: 'no' }, false],
    [{ state: 'exited', exitCode: 0, restartPolicy: 'on-failure' }, false],
    [{ state: 'exited', exitCode: 0, restartPolicy: 'unless-stopped' }, true],
    [{ state: 'exited', exitCode: 0, restartPolicy: 'always' }, true],
    [{ state: 'exited', exitCode: 137, oomKilled: false }, true],
    [{ state: 'stopped', exitCode: 2 }, true],
    [{ state: 'restarting', exitCode: 1 }, true],
    [{ state: 'dead', exitCode: 0 }, true],
    [{ state: 'paused' }, false],
    [{ state: 'created', exitCode: 0 }, false],
    [{ state: 'created', exitCode: 128 }, true],
    [{ state: 'removing' }, false],
    [{ state: 'levitating' }, false],
  ] as const) {
    const { container } = watch();
    container(fields);
    expect(Object.keys(container({ ...fields })), JSON.stringify(fields)).toEqual(isBad ? [id('state')] : []);
  }
});

test('the level of a stopped container is configured, and an override holds by id or by name', () => {
  const stopped = { state: 'exited', exitCode: 1 };
  for (const [override, level] of [
    [{ 'docker:h1/c1': { poweredOffSeverity: 'critical' as const } }, 'critical'],
    [{ 'docker:h1/name:web': { poweredOffSeverity: 'critical' as const } }, 'critical'],
    [{ 'docker:h1/name:web': { disableConnectivity: true } }, undefined],
    [{ 'docker:h1/name:web': { disabled: true } }, undefined],
    [{ 'docker:h1/name:db': { disabled: true } }, 'warning'],
  ] as const) {
    const { container } = watch({ config: { overrides: override } });
    container(stopped);
    expect(container({ ...stopped })[id('state')], JSON.stringify(override)).toBe(level);
  }
});

test('an unhealthy container is critical at once, another word a warning, and the alert ends when it stops', () => {
  const { container, message } = watch();
  expect(container({ health: 'starting' })).toEqual({});
  expect(container({ health: 'unhealthy' })).toEqual({ [id('health')]: 'critical' });
  expect(message(id('health'))).toBe('Container web is unhealthy.');
  expect(container({ health: 'degraded' })).toEqual({ [id('health')]: 'warning' });
  expect(container({ health: 'unhealthy', state: 'exited', exitCode: 0 })).toEqual({});
  for (const health of [undefined, '', 'none', 'healthy', 'Healthy']) expect(container({ health })).toEqual({});
});

test('cpu and memory of a container: raised in the second report, kept, critical, ended, and unknown without a figure', () => {
  for (const [metric, field] of [
    ['cpu', 'cpuPercent'],
    ['memory', 'memoryPercent'],
  ] as const) {
    const own = `docker:h1/name:web-${metric}`;
    const { container } = watch();
    const at = (value: number | null) => container({ [field]: value, memoryLimitBytes: 16 * GB });
    at(50);
    expect(at(88)).toEqual({});
    expect(at(88)).toEqual({ [own]: 'warning' });
    expect(at(82)).toEqual({ [own]: 'warning' });
    expect(at(99)).toEqual({ [own]: 'critical' });
    expect(at(null)).toEqual({ [own]: 'critical' });
    expect(at(40)).toEqual({});
    at(95);
    expect(at(95)).toEqual({ [own]: 'critical' });
    expect(container({ state: 'exited', exitCode: 0 })).toEqual({});
  }
});

test('memory near the limit of the container: warning, critical, ended five percent below; not without a limit, not when stopped', () => {
  const { container, message } = watch();
  const at = (memoryPercent: number, fields = {}) =>
    container({ memoryPercent, memoryConfiguredBytes: 2 * GB, ...fields });
  expect(at(80)).toEqual({});
  expect(at(91)).toEqual({ [id('memory-limit')]: 'warning' });
  expect(message(id('memory-limit'))).toBe('Container web uses 91 % of its memory limit of 2 GB.');
  expect(at(86)).toEqual({ [id('memory-limit')]: 'warning' });
  expect(at(96)).toEqual({ [id('memory-limit')]: 'critical' });
  expect(at(96, { state: 'exited', exitCode: 0 })).toEqual({});
  expect(at(99)).toHaveProperty([id('memory-limit')]);
  expect(at(84)).toEqual({});
  const unlimited = watch();
  expect(unlimited.container({ memoryPercent: 97, memoryLimitBytes: 16 * GB })).toEqual({});
});

test('memory near the limit is announced once: the alert about memory is attached to it', () => {
  const { container } = watch();
  const full = { memoryPercent: 97, memoryConfiguredBytes: 2 * GB };
  for (let i = 0; i < 4; i++) container(full);
  expect(container({ ...full })).toEqual({ [id('memory-limit')]: 'critical' });
});

test('each time a container runs out of memory is an alert of its own, also after a run without errors', () => {
  const killed = { state: 'exited', exitCode: 137, oomKilled: true };
  const { container, message } = watch();
  expect(container({})).toEqual({});
  expect(container(killed)).toEqual({ [id('oom')]: 'critical' });
  expect(message(id('oom'))).toBe('Container web was killed because it ran out of memory.');
  expect(container({ ...killed })).toEqual({ [id('oom')]: 'critical' });
  expect(container({})).toEqual({});
  expect(container({ state: 'exited', exitCode: 0, oomKilled: false })).toEqual({});
  expect(container({ ...killed })).toEqual({ [id('oom')]: 'critical' });
});

test('a container that was killed ran out of memory only if the engine says so; otherwise it ended like any other', () => {
  for (const oomKilled of [undefined, false]) {
    const { container, message } = watch();
    const killed = { state: 'exited', exitCode: 137, ...(oomKilled !== undefined && { oomKilled }) };
    expect(container(killed)).toEqual({});
    expect(container({ ...killed })).toEqual({ [id('state')]: 'warning' });
    expect(message(id('state'))).toBe('Container web was killed (exit code 137).');
  }
});

test('a container that is made anew keeps its alert, also while the first health check of the new one runs', () => {
  const { container, occurrence } = watch();
  container({ health: 'unhealthy' });
  const first = occurrence(id('health'));
  for (const health of ['starting', 'unhealthy']) {
    expect(container({ id: 'c2', health })).toEqual({ [id('health')]: 'critical' });
    expect(occurrence(id('health'))).toBe(first);
  }
  expect(container({ id: 'c2', health: 'healthy' })).toEqual({});
});

test('a container that another one has replaced has no alerts', () => {
  const { report } = watch();
  const old = aContainer({ id: 'c0', name: 'web', state: 'exited', exitCode: 1, superseded: true });
  for (let i = 0; i < 3; i++) expect(report({ containers: [old, aContainer({ id: 'c1', name: 'web' })] })).toEqual({});
});

test('more restarts than configured within the window are a loop, which ends when the restarts end', () => {
  const { container, message } = watch();
  const counts = [4, 5, 6, 7];
  for (const restartCount of counts) expect(container({ restartCount })).toEqual({});
  expect(container({ restartCount: 8 })).toEqual({ [id('restart-loop')]: 'critical' });
  expect(message(id('restart-loop'))).toBe('Container web restarted 4 times within 5 minutes.');
  expect(container({ restartCount: null })).toEqual({ [id('restart-loop')]: 'critical' });
  for (let i = 0; i < 5; i++) expect(container({ restartCount: 8 })).toEqual({ [id('restart-loop')]: 'critical' });
  for (let i = 0; i < 6; i++) container({ restartCount: 8 });
  expect(container({ restartCount: 8 })).toEqual({});
});

test('the first count, slow restarts, a recreated container, and restarts while the agent was silent are no loop', () => {
  expect(watch().container({ restartCount: 900 })).toEqual({});
  const slow = watch();
  for (let i = 0; i < 40; i++) expect(slow.container({ restartCount: i }, 120_000)).toEqual({});
  const anew = watch();
  for (let i = 0; i < 10; i++) expect(anew.container({ id: `c${i}`, restartCount: i })).toEqual({});
  const silent = watch();
  silent.container({ restartCount: 1 });
  silent.silent({ containers: [aContainer({ id: 'c1', restartCount: 1 })] });
  expect(silent.container({ restartCount: 50 }, 900_000)).toEqual({});
});

test('a restart of the server neither loses nor invents a loop', () => {
  const { container, restart, report, now } = watch();
  for (const restartCount of [0, 2, 4]) container({ restartCount });
  expect(container({ restartCount: 4 })).toEqual({ [id('restart-loop')]: 'critical' });
  const saved = { containers: [aContainer({ id: 'c1', restartCount: 0 })], lastSeen: now().at };
  restart();
  expect(report(saved, 0)).toEqual({ [id('restart-loop')]: 'critical' });
  expect(container({ restartCount: 5 })).toEqual({ [id('restart-loop')]: 'critical' });
  restart(3_600_000);
  expect(container({ restartCount: 50 })).toEqual({ [id('restart-loop')]: 'critical' });
  expect(container({ restartCount: 50 })).toEqual({});
});

test('the containers that were saved before a restart neither raise nor end anything', () => {
  const { container, restart, report, now } = watch();
  container({ state: 'exited', exitCode: 1 });
  expect(container({ state: 'exited', exitCode: 1 })).toEqual({ [id('state')]: 'warning' });
  const saved = (fields: Partial<DockerContainer>) => ({ containers: [aContainer(fields)], lastSeen: now().at });
  const before = saved({});
  restart();
  expect(report(before, 0)).toEqual({ [id('state')]: 'warning' });
  expect(container({})).toEqual({});
  const killed = saved({ state: 'exited', exitCode: 137 });
  restart();
  expect(report(killed, 0)).toEqual({});
  expect(container({})).toEqual({});
});

test('a container that is removed ends its alerts after three reports', () => {
  const { container, report } = watch();
  expect(container({ health: 'unhealthy' })).toHaveProperty([id('health')]);
  report({});
  expect(report({})).toHaveProperty([id('health')]);
  expect(report({})).toEqual({});
});

test('a silent host is critical half a minute after it counts as silent; its containers keep their alerts and get no others', () => {
  const offline = 'docker-host-offline-h1';
  const { container, silent, wait, report, message, cause } = watch();
  for (let i = 0; i < 5; i++) container({});
  container({ health: 'unhealthy' });
  const last = { containers: [aContainer({ id: 'c1', health: 'unhealthy', state: 'exited', exitCode: 1 })] };
  expect(silent(last)).toEqual({ [id('health')]: 'critical' });
  expect(wait(29_000)).toEqual({ [id('health')]: 'critical' });
  expect(wait(2000)).toEqual({ [offline]: 'critical', [id('health')]: 'critical' });
  expect(message(offline)).toBe('The Docker agent of dock-1 does not report any more.');
  expect(cause(id('health'))).toBe(offline);
  expect(report({ containers: [aContainer({ id: 'c1' })] })).toEqual({});
});

test('after a start, hosts are given time for their first report', () => {
  const { container, restart, silent, wait } = watch();
  container({});
  restart(3_600_000);
  expect(silent({})).toEqual({});
  expect(wait(60_000)).toEqual({});
  expect(wait(70_000)).toEqual({ 'docker-host-offline-h1': 'critical' });
});

test('a host that may be silent, and one whose alerts are disabled, raise nothing', () => {
  for (const config of [
    { overrides: { h1: { disableConnectivity: true } } },
    { disableAllDockerHostsOffline: true },
    { disableAllDockerHosts: true },
  ]) {
    const { container, silent, wait } = watch({ config });
    for (let i = 0; i < 5; i++) container({});
    silent({});
    expect(wait(300_000)).toEqual({});
  }
});

test('a clock that is wrong for ten minutes is a warning', () => {
  const own = 'clock-offset-docker-h1';
  const { report, message } = watch();
  for (let i = 0; i < 20; i++) expect(report({ clockAheadSeconds: -1200 })).toEqual({});
  expect(report({ clockAheadSeconds: -1200 })).toEqual({ [own]: 'warning' });
  expect(message(own)).toBe("The clock of Docker host dock-1 is 20 minutes behind Belfry's.");
  expect(report({})).toEqual({});
});
