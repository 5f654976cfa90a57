// Which containers have been replaced by another one.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { expect, test } from 'vitest';
import { withIncarnations } from './incarnations.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const host = (...containers: Partial<DockerContainer>[]): DockerHost =>
  aDockerHost({ lastSeen: NOW, containers: containers.map(aContainer) });
const replaced = (now: DockerHost, before?: DockerHost, others: DockerHost[] = []) =>
  withIncarnations(now, before, () => others)
    .containers.filter(({ superseded }) => superseded)
    .map(({ id }) => id);
const exited = { state: 'exited', exitCode: 137 };
const task = (id: string, more: Partial<DockerContainer> = {}) => ({
  ...{ id, name: `shop.1.${id}`, ...more },
  labels: { 'com.docker.swarm.task.id': id, 'com.docker.swarm.service.id': 's' },
});

test('of two containers with one name the one that runs counts, then the newer one', () => {
  expect(replaced(host({ id: 'a', ...exited }, { id: 'b' }))).toEqual(['a']);
  expect(replaced(host({ id: 'a', createdAt: 2 }, { id: 'b', createdAt: 1 }))).toEqual(['b']);
  expect(replaced(host({ id: 'a', name: 'web' }, { id: 'b', name: 'db' }))).toEqual([]);
});

test('a container that was set aside for one with its name has been replaced only when it does not run', () => {
  for (const aside of ['old_web', 'web-old', 'web_old', 'web-old-1780000000']) {
    expect(replaced(host({ id: 'a', name: aside, ...exited }, { id: 'b', name: 'web' })), aside).toEqual(['a']);
    expect(replaced(host({ id: 'a', name: aside, ...exited }, { id: 'b', name: 'db' })), aside).toEqual([]);
    expect(replaced(host({ id: 'a', name: aside }, { id: 'b', name: 'web' })), aside).toEqual([]);
  }
  for (const other of ['goldweb', 'web-older', 'old', '-old'])
    expect(replaced(host({ id: 'a', name: other, ...exited }, { id: 'b', name: 'web' })), other).toEqual([]);
});

test('the earlier name of a container stays known, also over a later report', () => {
  const first = host({ id: 'a', name: 'web' });
  const second = withIncarnations(host({ id: 'a', name: 'tmp' }, { id: 'b', name: 'web' }), first, () => []);
  const third = withIncarnations(host({ id: 'a', name: 'tmp', ...exited }, { id: 'b', name: 'web' }), second, () => []);
  for (const { containers } of [second, third])
    expect(containers[0]).toMatchObject({ superseded: true, renamed: { from: 'web', at: NOW } });
  expect(withIncarnations(host({ id: 'a', name: 'tmp', ...exited }), third, () => []).containers[0]).not.toHaveProperty(
    'superseded',
  );
});

test('a task that ended has been replaced when its slot runs on another host of the Swarm, or ended there later', () => {
  const here = host(task('a', { ...exited, createdAt: 1 }));
  const there = (...more: Partial<DockerContainer>[]) => [{ ...host(...more), id: 'h2' }];
  expect(replaced(here, undefined, there(task('b')))).toEqual(['a']);
  expect(replaced(here, undefined, there(task('b', { ...exited, createdAt: 2 })))).toEqual(['a']);
  expect(replaced(here, undefined, there(task('b', { ...exited, createdAt: 0 })))).toEqual([]);
  expect(replaced(here, undefined, there({ id: 'c', name: 'shop.1' }))).toEqual([]);
});
