// What container states mean.
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { expect, test } from 'vitest';
import {
  containerFigures,
  containerGrade,
  containerRunning,
  containerTone,
  cpuShare,
  keepsRestarting,
} from './docker.ts';
import { aContainer, aDockerHost } from './testing/docker.ts';

const grade = (fields: Parameters<typeof aContainer>[0]) => containerGrade(aContainer(fields));

test('a container that runs is fine, unless its health says otherwise', () => {
  expect(grade({})).toBe('ok');
  expect(grade({ health: 'healthy' })).toBe('ok');
  expect(grade({ health: 'starting' })).toBe('warn');
  expect(grade({ health: 'unhealthy' })).toBe('crit');
  expect(grade({ health: 'healthy', restartCount: 40, uptimeSeconds: 9 })).toBe('warn');
});

test('a normal exit is not a problem, a failure is one, and a kill because of memory is the worst', () => {
  const exited = { state: 'exited' };
  expect(grade({ ...exited, exitCode: 0 })).toBe('off');
  expect(grade({ ...exited, exitCode: 143 })).toBe('off');
  expect(grade({ ...exited, exitCode: null })).toBe('off');
  expect(grade({ ...exited, exitCode: 1 })).toBe('warn');
  expect(grade({ ...exited, exitCode: 137 })).toBe('warn');
  expect(grade({ ...exited, exitCode: 137, oomKilled: false })).toBe('warn');
  expect(grade({ ...exited, exitCode: 0, oomKilled: true })).toBe('crit');
  expect(grade({ ...exited, exitCode: 1, superseded: true })).toBe('off');
});

test('restarting and dead are problems; paused, created and unknown states are not', () => {
  expect(['restarting', 'dead', 'paused', 'created', 'levitating'].map((state) => grade({ state }))).toEqual([
    'crit',
    'crit',
    'off',
    'off',
    'off',
  ]);
});

test('no container counts as running on a host that is not reached, and its figures are old', () => {
  const up = aDockerHost();
  const silent = aDockerHost({ staleSince: '2026-01-01T00:00:00.000Z' });
  const paused = aContainer({ state: 'paused' });
  const each = (container: DockerContainer, host: DockerHost) => [
    containerRunning(container, host),
    containerFigures(container, host),
    containerTone(container, host),
  ];
  expect(each(aContainer(), up)).toEqual([true, 'now', 'ok']);
  expect(each(paused, up)).toEqual([false, 'none', 'off']);
  expect(each(aContainer({ health: 'unhealthy' }), up)).toEqual([true, 'now', 'crit']);
  expect(each(aContainer({ health: 'unhealthy' }), silent)).toEqual([false, 'old', 'old']);
  expect(each(paused, silent)).toEqual([false, 'none', 'old']);
});

test('many restarts are reported only while they are recent', () => {
  expect(keepsRestarting(aContainer({ restartCount: 9, uptimeSeconds: 20 }))).toBe(true);
  expect(keepsRestarting(aContainer({ restartCount: 9, uptimeSeconds: 90_000 }))).toBe(false);
  expect(keepsRestarting(aContainer({ restartCount: 1, uptimeSeconds: 20 }))).toBe(false);
  expect(keepsRestarting(aContainer({ restartCount: null, state: 'restarting' }))).toBe(false);
});

test.each([
  ['of all cores of the host', { cpuPercent: 150 }, 16, 9.375],
  ['of the cores of its limit', { cpuPercent: 150, cpuLimitCores: 2 }, 16, 75],
  ['of the host when its limit is higher', { cpuPercent: 150, cpuLimitCores: 64 }, 2, 75],
  ['unknown while the cores of the host are unknown', { cpuPercent: 150 }, 0, undefined],
  ['unknown without a measured value', { cpuPercent: null }, 16, undefined],
])('the share of the processor is %s', (_, container, cpus, share) => {
  expect(cpuShare(aContainer(container), { cpus })).toBe(share);
});
