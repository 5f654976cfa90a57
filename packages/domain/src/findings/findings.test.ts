// What configurations show, over the answers that hosts give and those that they leave out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { english } from '../sentences/english.ts';
import { clusterFirewallFinding, firewallFinding, isFirewallOn, openCards } from './firewall.ts';
import type { Found } from './found.ts';
import { compareKernels, kernelFinding } from './kernel.ts';
import { subscriptionFinding } from './subscription.ts';
import { versionFinding } from './versions.ts';

const said = (found: Found | undefined) => found && `${found.tone}: ${english(found.sentence)}`;
const linux = (release: string) => `Linux ${release} #1 SMP PREEMPT_DYNAMIC PMX (2025-10-21T11:55Z)`;

describe('the kernel', () => {
  test.each([
    [
      'the newest runs',
      '6.8.12-15-pve',
      ['proxmox-kernel-6.8.12-9-pve-signed', 'proxmox-kernel-6.8.12-15-pve-signed'],
      /^well: .*6\.8\.12-15-pve\.$/,
    ],
    [
      'a newer one waits for a reboot',
      '6.8.12-9-pve',
      ['proxmox-kernel-6.8.12-15-pve-signed', 'proxmox-kernel-6.8.12-9-pve-signed'],
      /^note: Kernel 6\.8\.12-15-pve is installed, and 6\.8\.12-9-pve runs/,
    ],
    [
      'version 7',
      '5.15.102-1-pve',
      ['pve-kernel-5.15', 'pve-kernel-5.15.158-2-pve', 'pve-kernel-5.15.102-1-pve'],
      /^note: Kernel 5\.15\.158-2-pve is installed/,
    ],
    [
      'another line is newer',
      '6.8.12-15-pve',
      ['proxmox-kernel-6.8.12-15-pve-signed', 'proxmox-kernel-6.14.11-4-pve-signed'],
      /^note: Kernel 6\.14\.11-4-pve/,
    ],
    [
      'the running one was removed',
      '6.14.11-4-pve',
      ['proxmox-kernel-6.8.12-15-pve-signed'],
      /^note: .*not installed any more/,
    ],
    [
      'a kernel of somebody else',
      '6.18.44-fc-v669',
      ['proxmox-kernel-6.17.2-1-pve-signed'],
      /^unknown: .*not from Proxmox/,
    ],
    [
      'a kernel of Debian',
      '6.12.48+deb13-amd64',
      ['proxmox-kernel-6.17.2-1-pve-signed'],
      /^unknown: .*not from Proxmox/,
    ],
    [
      'an answer without kernels',
      '6.17.2-1-pve',
      ['pve-manager', 'proxmox-kernel-6.17', 'proxmox-kernel-helper'],
      /^unknown: .*names no kernel/,
    ],
  ])('%s', (_, running, packages, expected) => {
    expect(said(kernelFinding(linux(running), packages))).toMatch(expected);
    expect(said(kernelFinding(running, packages))).toMatch(expected);
  });

  test('a node that says nothing is unknown', () => {
    expect(said(kernelFinding('', ['proxmox-kernel-6.17.2-1-pve-signed']))).toMatch(/^unknown: /);
  });

  test('the order of kernels is that of their numbers', () => {
    const kernel = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(200), fc.nat(20));
    const name = (parts: readonly number[]) => `${parts.slice(0, 3).join('.')}-${parts[3]}-pve`;
    fc.assert(
      fc.property(kernel, kernel, (a, b) => {
        const at = a.findIndex((part, i) => part !== b[i]);
        const expected = at < 0 ? 0 : Math.sign((a[at] ?? 0) - (b[at] ?? 0));
        expect(Math.sign(compareKernels(name(a), name(b)))).toBe(expected);
      }),
    );
  });
});

describe('the versions of a cluster', () => {
  const node = (name: string, version: string, status: 'online' | 'offline' = 'online') => ({
    ...{ name, pveVersion: version && `pve-manager/${version}/14a22df3`, status },
  });
  test.each([
    [[node('a', '9.1.2')], undefined],
    [[node('a', '9.1.2'), node('b', '9.1.2')], 'well: All nodes of the cluster have version 9.1.2.'],
    [
      [node('a', '9.1.2'), node('b', '9.1.10'), node('c', '9.1.2')],
      'note: The nodes of the cluster have different versions of Proxmox VE: 9.1.10 on b, 9.1.2 on a, c.',
    ],
    [
      [node('a', '9.1.2'), node('b', '8.4.1', 'offline')],
      'unknown: The nodes that answer have version 9.1.2. The others last had: 8.4.1 on b.',
    ],
    [
      [node('a', '9.1.2'), node('b', '', 'offline'), node('c', '9.1.2', 'offline')],
      'unknown: The others have one version. That of b, c is not known now.',
    ],
    [
      [node('a', '9.1.2', 'offline'), node('b', '9.1.2', 'offline')],
      'unknown: The others have one version. That of a, b is not known now.',
    ],
    [[node('a', '9.1.2'), node('b', '')], 'unknown: The others have one version. That of b is not known now.'],
  ])('%#', (nodes, expected) => {
    expect(said(versionFinding(nodes))).toBe(expected);
  });
});

test('the sentence about a subscription names its last day, and becomes a note in the month before it', () => {
  const now = Date.UTC(2026, 5, 1);
  const of = (settings: Record<string, string>) => said(subscriptionFinding(settings, now));
  const active = { status: 'active', productname: 'Proxmox VE Basic Subscription 2 CPUs/year' };
  expect(of({ ...active, nextduedate: '2027-01-31' })).toBe(
    'well: The subscription is valid until 2027-01-31. Proxmox VE Basic Subscription 2 CPUs/year',
  );
  expect(of({ ...active, status: 'Active', nextduedate: '2026-06-20 00:00:00' })).toMatch(/^note: .*2026-06-20/);
  expect(of({ ...active, nextduedate: '2026-05-20' })).toBe('note: The subscription was valid until 2026-05-20.');
  expect(of({ ...active, nextduedate: '2026-05-31' })).toMatch(/^note: .*valid until/);
  expect(of(active)).toMatch(/^well: The subscription is active/);
  expect(of({ status: 'notfound' })).toBe('well: There is no subscription.');
  expect(of({ status: 'NotFound' })).toBe('well: There is no subscription.');
  expect(of({ status: 'expired' })).toBe('note: The host calls the subscription "expired".');
  expect(of({})).toMatch(/^unknown: /);
});

describe('the firewall', () => {
  const on = (count: number, of: number) => Array.from({ length: of }, (_, n) => n < count);
  const judged = (isOn: boolean, ofCluster: boolean | undefined, others: readonly boolean[], cards: string[] = []) =>
    said(firewallFinding('web01', isOn, { ofCluster, others, cards }));

  test('it is a note where it is off and most others have it on, where cards are left out, and where it is not in force', () => {
    expect(judged(false, true, on(3, 4))).toBe('note: The firewall of web01 is off. It is on at 3 of 4 others.');
    expect(judged(false, true, on(2, 4))).toBe('well: The firewall of web01 is off.');
    expect(judged(false, true, on(1, 1))).toMatch(/^well/);
    expect(judged(false, true, [])).toMatch(/^well/);
    expect(judged(false, false, on(4, 4))).toMatch(/^well/);
    expect(judged(true, true, on(0, 4))).toBe('well: The firewall of web01 is on.');
    expect(judged(true, true, [], ['net1'])).toBe('note: The firewall of web01 is on, but not for net1.');
    expect(judged(true, false, [])).toMatch(/^note: .*not in force/);
    expect(judged(true, undefined, [])).toMatch(/^unknown: /);
  });

  test('that of the cluster counts for all', () => {
    expect(said(clusterFirewallFinding(true, on(0, 3)))).toMatch(/^well/);
    expect(said(clusterFirewallFinding(false, on(0, 3)))).toMatch(/^well/);
    expect(said(clusterFirewallFinding(false, on(2, 3)))).toMatch(/^note: .*2 nodes and guests are not in force/);
  });

  test('a host that leaves out whether it is on means its default, and what was not read is unknown', () => {
    expect([isFirewallOn('node', {}), isFirewallOn('guest', {}), isFirewallOn('instance', {})]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isFirewallOn('node', { enable: '0' }), isFirewallOn('guest', { enable: '1' })]).toEqual([false, true]);
    expect(isFirewallOn('guest', undefined)).toBeUndefined();
  });

  test('cards without it are found', () => {
    expect(openCards({ 'net0.model': 'virtio', 'net0.firewall': '1', 'net1.bridge': 'vmbr0', memory: '1' })).toEqual([
      'net1',
    ]);
    expect(openCards({ 'net0.firewall': '0' })).toEqual(['net0']);
  });
});
