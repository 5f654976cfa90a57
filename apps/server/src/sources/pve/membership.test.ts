// When the certificates of a cluster are asked for, and what becomes of members that have none.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import { expect, test } from 'vitest';
import type { Cluster } from '../../config/host.ts';
import type { Trust } from '../../lib/http-client.ts';
import type { HostEndpoint, Unprovable } from '../proxmox-api/endpoints.ts';
import type { ClusterStatus } from './cluster.ts';
import { createMembership } from './membership.ts';

const origin = 'https://pve1:8006';
const fp = (byte: string) => Array(32).fill(byte).join(':');
const refused = fail<SourceError>({ kind: 'forbidden', status: 403, message: 'Permission check failed' });
const silent = fail<SourceError>({ kind: 'timeout', message: 'no answer' });

const clusterOf = (...nodes: number[]): ClusterStatus => ({
  name: 'home',
  quorate: true,
  members: nodes.map((n) => ({ node: `pve${n}`, ip: `10.0.0.${n}`, online: true, local: n === 1 })),
});
const joinOf = (...nodes: number[]) =>
  ok({ nodelist: nodes.map((n) => ({ name: `pve${n}`, pve_addr: `10.0.0.${n}`, pve_fp: fp(`0${n}`) })) });

function setUp(trust: Trust, kept: { value?: Cluster | undefined } = {}) {
  let members: readonly (HostEndpoint | Unprovable)[] = [];
  const asked: string[] = [];
  const answers: { join: Result<unknown, SourceError> } = { join: joinOf(1, 2) };
  const setMembers = (next: typeof members) => {
    members = next;
  };
  const memory = { recall: () => kept.value, keep: (value: Cluster | undefined) => Object.assign(kept, { value }) };
  const membership = createMembership({ origin, trust, setMembers }, memory);
  const reader = {
    origin: () => origin,
    get: async (path: string) => {
      asked.push(path);
      return answers.join;
    },
  };
  const follow = (cluster: ClusterStatus, again = false) => membership.follow(cluster, reader, 'then', again);
  return { follow, asked, answers, members: () => members, kept };
}
const pinned = (n: number) => ({
  origin: `https://10.0.0.${n}:8006`,
  trust: { mode: 'pinned', fingerprint: fp(`0${n}`), by: 'cluster' },
});

test('with verification off a member is asked behind the certificate that the cluster names, and no other', async () => {
  const { follow, members } = setUp({ mode: 'off' });
  await follow(clusterOf(1, 2));
  expect(members()).toEqual([pinned(2)]);
});

test.each([
  ['off', { mode: 'off' }],
  ['pinned', { mode: 'pinned', fingerprint: fp('01') }],
] as const)('where the token may not read the certificates and trust is %s, no member is asked', async (_, trust) => {
  const { follow, answers, asked, members } = setUp(trust);
  answers.join = refused;
  await follow(clusterOf(1, 2));
  await follow(clusterOf(1, 2));
  expect(members()).toEqual([
    {
      origin: 'https://10.0.0.2:8006',
      reason: { id: 'member.unreadable', values: { problem: 'Permission check failed' } },
    },
  ]);
  expect(asked).toHaveLength(1);
});

test('a node that joins is asked for its certificate at once, a host that did not answer is asked again', async () => {
  const { follow, answers, asked, members } = setUp({ mode: 'off' });
  answers.join = silent;
  await follow(clusterOf(1, 2));
  answers.join = joinOf(1, 2);
  await follow(clusterOf(1, 2));
  await follow(clusterOf(1, 2));
  expect(asked).toHaveLength(2);
  answers.join = joinOf(1, 2, 3);
  await follow(clusterOf(1, 2, 3));
  expect(asked).toHaveLength(3);
  expect(members()).toEqual([pinned(2), pinned(3)]);
});

test('a failing answer leaves the certificates that are known', async () => {
  const { follow, answers, members } = setUp({ mode: 'off' });
  await follow(clusterOf(1, 2));
  answers.join = silent;
  await follow(clusterOf(1, 2), true);
  expect(members()).toEqual([pinned(2)]);
});

test('the members that are known from before a restart are asked before anything was read', async () => {
  const kept = {};
  const { follow } = setUp({ mode: 'off' }, kept);
  await follow(clusterOf(1, 2));
  expect(setUp({ mode: 'off' }, kept).members()).toEqual([pinned(2)]);
});
