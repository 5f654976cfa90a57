// What is found in the configurations of a lab: kernels, versions, subscriptions and firewalls, where an answer or a privilege is missing too.
import { emptyState } from '@belfry/domain/delta/empty-state';
import type { Gap } from '@belfry/schema/entities/instance';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { anInstance } from '../alerting/testing/instance.ts';
import { findingsOf } from '../journal/findings.ts';
import { guest, node } from '../state/testing/observations.ts';
import { beginJournal } from './testing/watched-journal.ts';

const POLLS = ['resources', 'guest-configs', 'settings'];
/** A little more than an hour. */
const HOUR = [25, POLLS, 150_000] as const;
const RUNNING = '6.17.2-1-pve';

type Started = Awaited<ReturnType<typeof beginJournal>>;

/** Of what the lab has, and how its nodes look: their kernel and version are in the state. */
function stateOf({ lab, name }: Started, gaps: Gap[] = [], kernel = RUNNING): State {
  const nodes = (lab.clusters[0]?.nodes ?? []).map((each, n) =>
    node('lab', each.name, {
      ...{ kernelVersion: `Linux ${kernel} #1 SMP`, pveVersion: `pve-manager/9.${n > 1 ? 1 : 2}.4/14a22df3` },
    }),
  );
  const vms = lab.guests(name).map(({ vmid }) => guest('lab', vmid, { name: `guest${vmid}` }));
  const own = anInstance({ id: 'lab', name: 'lab', kind: 'pve', host: 'https://lab', gaps });
  return { ...emptyState, nodes, vms, instances: [own] };
}

async function told(started: Started, id: string, kind: 'guest' | 'node' | 'instance', state = stateOf(started)) {
  const subject = { id, kind, instance: 'lab', name: id };
  const found = await findingsOf(subject, { journal: started.journal(), state: () => state, now: started.clock.now() });
  return found.map(({ tone, message }) => `${tone}: ${message}`);
}

test('a node, a guest and a cluster say what their configurations show, and follow them within an hour', async () => {
  const started = await beginJournal({ nodes: 3, guests: 6 });
  const { lab, name, run } = started;
  const [first = '', second = '', third = ''] = lab.clusters[0]?.nodes.map((each) => each.name) ?? [];
  await run(3);
  await run(...HOUR);
  const skew = `note: The nodes of the cluster have different versions of Proxmox VE: 9.2.4 on ${first}, ${second}, 9.1.4 on ${third}.`;
  expect(await told(started, `lab-${first}`, 'node')).toEqual([
    `well: The newest kernel that is installed runs: ${RUNNING}.`,
    skew,
    'well: There is no subscription.',
    `well: The firewall of lab-${first} is on.`,
  ]);
  expect(await told(started, 'lab', 'instance')).toEqual([skew, 'well: The firewall of the cluster is on.']);

  const newer = 'proxmox-kernel-6.17.13-2-pve-signed';
  lab.editSettings(name, `/nodes/${first}/apt/versions`, newer, { OldVersion: '6.17.13-2', CurrentState: 'Installed' });
  // one that is only offered has no installed version
  lab.editSettings(name, `/nodes/${second}/apt/versions`, newer, {
    Version: '6.17.13-2',
    CurrentState: 'NotInstalled',
  });
  lab.editSettings(name, `/nodes/${first}/firewall/options`, '', { enable: 0 });
  lab.editSettings(name, `/nodes/${first}/subscription`, '', {
    ...{ status: 'active', productname: 'Community', nextduedate: '2026-01-20', key: 'CANARY-KEY' },
  });
  const [{ vmid, kind } = { vmid: 0, kind: 'qemu' as const }] = lab.guests(name);
  lab.editSettings(name, `/nodes/any/${kind}/${vmid}/firewall/options`, '', { enable: 0 });
  await run(...HOUR);
  expect(await told(started, `lab-${first}`, 'node')).toEqual([
    `note: Kernel 6.17.13-2-pve is installed, and ${RUNNING} runs. The next reboot starts the newer one, unless another one is pinned.`,
    skew,
    'note: The subscription is valid until 2026-01-20. Community',
    `note: The firewall of lab-${first} is off. It is on at 2 of 2 others.`,
  ]);
  expect((await told(started, `lab-${second}`, 'node'))[0]).toMatch(/^well: The newest kernel/);
  expect(await told(started, `lab-${vmid}`, 'guest')).toEqual([
    `note: The firewall of lab-${vmid} is off. It is on at 5 of 5 others.`,
  ]);
  expect(JSON.stringify(await started.entries())).not.toContain('CANARY-KEY');

  lab.editSettings(name, '/cluster/firewall/options', '', { enable: 0 });
  await run(...HOUR);
  expect((await told(started, 'lab', 'instance'))[1]).toBe(
    'note: The firewall of the cluster is off, so the rules of 7 nodes and guests are not in force.',
  );
  expect((await told(started, `lab-${second}`, 'node'))[3]).toMatch(/^note: .*not in force/);
  expect((await told(started, `lab-${vmid}`, 'guest'))[0]).toBe(`well: The firewall of lab-${vmid} is off.`);

  // a node that does not answer, and a kernel of somebody else
  const away = stateOf(started);
  for (const each of away.nodes) Object.assign(each, { status: 'offline' });
  expect((await told(started, `lab-${first}`, 'node', away))[0]).toMatch(/^unknown: /);
  const foreign = stateOf(started, [], '6.12.48+deb13-amd64');
  expect((await told(started, `lab-${first}`, 'node', foreign))[0]).toMatch(/^unknown: .*not from Proxmox/);
  // nothing was read for hours
  await started.clock.advance(4 * 3_600_000);
  const old = await told(started, `lab-${first}`, 'node');
  expect(old.filter((line) => line.includes('more than three hours'))).toHaveLength(3);
});

test('what has not been read, and what the account may not see, is unknown, and says so', async () => {
  const started = await beginJournal({ nodes: 2, guests: 2 });
  const { lab, run, token } = started;
  const id = `lab-${lab.clusters[0]?.nodes[0]?.name}`;
  expect((await told(started, id, 'node')).filter((line) => line.startsWith('unknown'))).toEqual([
    `unknown: The list of packages of ${id} has not been read yet. Each is read about once an hour.`,
    `unknown: The subscription of ${id} has not been read yet. Each is read about once an hour.`,
    `unknown: The firewall of ${id} has not been read yet. Each is read about once an hour.`,
  ]);
  token.lacks.add('Sys.Audit');
  await run(3);
  const gaps = await run(...HOUR);
  const state = stateOf(started, gaps);
  const lines = await told(started, id, 'node', state);
  expect(lines[0]).toBe(
    `unknown: The account of Belfry may not see this: The list of packages of ${id}. It needs Sys.Audit on /nodes.`,
  );
  // everybody may ask for the subscription
  expect(lines[2]).toBe('well: There is no subscription.');
  expect(lines[3]).toMatch(/^unknown: .*It needs Sys\.Audit on \/nodes/);
});

test.each([
  ['8.4', 8.4, '6.8.12-15-pve', 'proxmox-kernel-6.8.12-20-pve-signed'],
  ['7.4', 7.4, '5.15.158-2-pve', 'pve-kernel-5.15.160-1-pve'],
] as const)('the kernels of version %s have names of their own', async (_, version, running, newer) => {
  const started = await beginJournal({ nodes: 1, guests: 1, version });
  const { lab, name, run } = started;
  const node = lab.clusters[0]?.nodes[0]?.name ?? '';
  await run(3);
  await run(...HOUR);
  const kernel = async () => (await told(started, `lab-${node}`, 'node', stateOf(started, [], running)))[0];
  expect(await kernel()).toBe(`well: The newest kernel that is installed runs: ${running}.`);
  lab.editSettings(name, `/nodes/${node}/apt/versions`, newer, { OldVersion: '1', CurrentState: 'Installed' });
  await run(...HOUR);
  expect(await kernel()).toMatch(/^note: Kernel .* is installed/);
});
