import { factsOf, figuresOf } from '@belfry/domain/guest-figures';
import { guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import type { Guest } from '@belfry/schema/entities/guest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { guestFigures } from './guest-figures.ts';

beforeAll(() => speak(english));
afterAll(() => speak(english));

const SEEN = '2026-03-04T12:00:00.000Z';
const node = aNode();

function figures(fields: Partial<Guest>) {
  const guest = aGuest(fields);
  const online = new Set(nodeOnline(node) ? [parentOf(guest)] : []);
  const made = guestFigures(factsOf(guest), figuresOf(guest), guestStatus(guest, online), {}, SEEN);
  return Object.fromEntries(made.map((figure) => [figure.id, figure]));
}

test('each figure of a running guest says who measured it and when', () => {
  for (const { share, values, measured } of Object.values(figures({ networkIn: 1, networkOut: 1, diskRead: 1 })))
    if (share ?? values) expect(measured).toMatchObject({ at: SEEN });
});

test('a stale guest keeps its figures, with the time of the last answer', () => {
  const { cpu } = figures({ staleSince: '2026-03-04T11:00:00.000Z' });
  expect(cpu).toMatchObject({ share: expect.anything(), measured: { at: '2026-03-04T11:00:00.000Z' } });
});

test('memory seen from outside a virtual machine is an estimate, that of a container is not', () => {
  const memory = (quality: 'good' | 'estimate', source: string) =>
    figures({ memory: { ...aGuest().memory, quality, source } }).memory?.measured;
  expect(memory('estimate', 'cluster-resources')).toMatchObject({
    source: 'Proxmox VE, from outside',
    estimated: true,
  });
  expect(memory('good', 'cluster-resources')).toMatchObject({ source: 'Proxmox VE', estimated: false });
  expect(memory('good', 'balloon')).toMatchObject({ source: 'balloon driver in the guest', estimated: false });
});

test('a disk usage that is not known has a reason and no number; a rate that is not known is not zero', () => {
  const { disk, network } = figures({
    disk: { ...aGuest().disk, usage: -1 },
    diskStatusReason: 'agent-not-running',
    networkIn: null,
    networkOut: null,
  });
  expect(disk).toMatchObject({ note: expect.stringContaining('Guest agent not running') });
  expect(disk?.share).toBeUndefined();
  expect(network).toMatchObject({ note: 'not measured yet' });
  expect(network?.values).toBeUndefined();
});

test('a stopped guest has no numbers at all', () => {
  for (const figure of Object.values(figures({ status: 'stopped' })))
    expect(figure).toMatchObject({ note: 'not running', id: expect.any(String) });
});
