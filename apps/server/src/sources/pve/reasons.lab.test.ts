// Every reason why a VM may show no disk usage, reached over the lab's real wire.
import type { Guest } from '@belfry/lab/world/guest';
import { DiskStatusReason } from '@belfry/schema/entities/guest';
import { describe, expect, test } from 'vitest';
import { type WatchOptions, watchLab } from './testing/watched.ts';

interface Case {
  reason: DiskStatusReason | undefined;
  what: string;
  guest?: Partial<Omit<Guest, 'vmid' | 'seed' | 'kind'>>;
  lab?: WatchOptions;
  /** How often its agent is asked in six runs; absent: as often as there are questions. */
  asked?: number;
  runs?: number;
}

const cases: Case[] = [
  { reason: undefined, what: 'an agent that answers' },
  { reason: 'no-data', what: 'a VM nobody has asked yet', runs: 0, asked: 0 },
  { reason: 'agent-disabled', what: 'an agent that is switched off', guest: { agent: false }, asked: 0 },
  { reason: 'agent-not-running', what: 'an agent that is not there', guest: { agentLost: true }, asked: 1 },
  { reason: 'agent-timeout', what: 'an agent that never answers', guest: { agentBehaviour: 'hangs' }, asked: 1 },
  { reason: 'agent-error', what: 'an agent that fails', guest: { agentBehaviour: 'broken' }, asked: 1 },
  { reason: 'agent-error', what: 'an agent that never ends', guest: { agentBehaviour: 'huge' }, asked: 1 },
  { reason: 'no-filesystems', what: 'an agent that tells none', guest: { agentBehaviour: 'empty' } },
  { reason: 'special-filesystems-only', what: 'one that tells none that count', guest: { agentBehaviour: 'special' } },
  { reason: 'permission-denied', what: 'a token that may not ask', lab: { lacks: ['VM.GuestAgent.Audit'] }, asked: 1 },
  {
    reason: 'permission-denied',
    what: 'a token that may not ask, before version 9',
    lab: { lacks: ['VM.Monitor'], version: 8.4 },
    asked: 1,
  },
];

describe('a running VM', () => {
  test.each(cases)('shows $reason with $what', async ({ reason, guest, lab, asked, runs = 6 }) => {
    await using dc = await watchLab({ nodes: 1, guests: 20, ...lab });
    const [vm, ...others] = dc.lab.guests(dc.name).filter((g) => g.kind === 'qemu' && !g.template);
    if (!vm) throw new Error('the seed makes no VM');
    for (const { vmid } of others) dc.lab.changeGuest(dc.name, vmid, { power: 'stopped' });
    dc.lab.changeGuest(dc.name, vm.vmid, { power: 'running', agent: true, agentLost: false, ...guest });
    await dc.poll('resources');
    for (let run = 0; run < runs; run++) await dc.poll('guest-agents');

    const seen = (await dc.poll('resources')).vms?.find((g) => g.vmid === vm.vmid);
    expect(seen?.diskStatusReason).toBe(reason);
    expect(seen?.disk.usage === -1).toBe(reason !== undefined);
    const toAgent = dc.lab.requests.recent().filter(({ path }) => path.includes('/agent/')).length;
    if (asked !== undefined) expect(toAgent).toBe(asked);
    else expect(toAgent).toBe(3);
  });

  test('has no reason that cannot be reached', () => {
    const reached = new Set(cases.flatMap((c) => c.reason ?? []));
    expect([...reached].sort()).toEqual([...DiskStatusReason.options].sort());
  });
});

test('no agent is asked at all once it is known that the token may ask none', async () => {
  await using dc = await watchLab({ nodes: 1, guests: 60, lacks: ['VM.GuestAgent.Audit'] });
  await dc.poll('resources', 'rights');
  for (let run = 0; run < 6; run++) await dc.poll('guest-agents');
  expect(dc.lab.requests.recent().filter(({ path }) => path.includes('/agent/'))).toEqual([]);
  const { vms = [] } = await dc.poll('resources');
  expect(new Set(vms.map((g) => g.diskStatusReason))).toContain('permission-denied');
  expect(dc.gaps('guest-agents')).toMatchObject([{ part: 'guest agents', needs: 'VM.GuestAgent.Audit on /vms' }]);

  dc.token.lacks.clear();
  await dc.clock.advance(700_000);
  await dc.poll('resources', 'rights');
  for (let run = 0; run < 6; run++) await dc.poll('guest-agents');
  expect(dc.gaps('guest-agents')).toEqual([]);
  expect((await dc.poll('resources')).vms?.some((g) => g.disk.usage > 0)).toBe(true);
});
