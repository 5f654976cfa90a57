import { expect, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { createState } from './state.ts';
import { guest, heard, moment, node } from './testing/observations.ts';

const T = [10_000, 20_000, 30_000, 40_000] as const;
const lost = { status: 'unknown', uptime: 0, cpu: 0, memory: { total: 100, used: 0, free: 100, usage: 0 } } as const;

test('a guest on a lost node keeps its last state, address and figures with their time until it is seen again', () => {
  const store = createState({ started: moment(0), version: '1' });
  const web = guest('a', 1, { cpu: 0.5, uptime: 600, ipAddresses: ['10.0.0.7'] });
  const off = guest('a', 2, { status: 'stopped', uptime: 0, cpu: 0 });
  store.apply(heard('a', T[0], { vms: [web, off] }));
  for (const at of [T[1], T[2]])
    store.apply(
      heard('a', at, {
        vms: [
          { ...web, ...lost },
          { ...off, ...lost },
        ],
      }),
    );
  const { used, total, usage } = web.memory;
  expect(store.current().vms).toMatchObject([
    {
      status: 'unknown',
      lastKnown: {
        ...{ at: iso(T[0]), status: 'running', uptime: 600, cpu: 0.5, ipAddresses: ['10.0.0.7'] },
        memory: { used, total, usage },
      },
    },
    { status: 'unknown', lastKnown: { at: iso(T[0]), status: 'stopped' } },
  ]);
  store.apply(heard('a', T[3], { vms: [web, off] }));
  for (const seen of store.current().vms) expect(seen).not.toHaveProperty('lastKnown');
});

test('of a guest that was never seen since the start, nothing is said', () => {
  const store = createState({ started: moment(0), version: '1' });
  for (const at of [T[0], T[1]]) store.apply(heard('a', at, { vms: [guest('a', 1, lost)] }));
  expect(store.current().vms[0]).not.toHaveProperty('lastKnown');
});

test('what was last known of guests and nodes that are lost is kept over a restart, until they are seen again', () => {
  let stored: unknown;
  const memory = {
    recall: () => stored,
    keep: (value: unknown) => (stored = JSON.parse(JSON.stringify(value ?? null))),
  };
  const start = () => createState({ started: moment(0), version: '1', memory });
  const web = guest('a', 1, { cpu: 0.5, uptime: 600, ipAddresses: ['10.0.0.7'] });
  const pve1 = node('a', 'pve1', { cpu: 0.7, uptime: 50 });
  const gone = { vms: [{ ...web, ...lost }], nodes: [node('a', 'pve1', { status: 'offline', cpu: 0, uptime: 0 })] };
  const first = start();
  first.apply(heard('a', T[0], { vms: [web], nodes: [pve1] }));
  first.apply(heard('a', T[1], gone));
  first.age(moment(T[1]), 0);

  const second = start();
  // it saves nothing before the host has answered
  second.age(moment(T[1]), 0);
  second.apply(heard('a', T[2], gone));
  second.age(moment(T[2]), 0);
  const known = { at: iso(T[0]), status: 'running', cpu: 0.5, ipAddresses: ['10.0.0.7'] };
  expect(second.current().vms).toMatchObject([{ status: 'unknown', lastKnown: known }]);
  expect(second.current().nodes).toMatchObject([{ status: 'offline', lastKnown: { at: iso(T[0]), cpu: 0.7 } }]);

  second.apply(heard('a', T[3], { vms: [web], nodes: [pve1] }));
  second.age(moment(T[3]), 0);
  expect(stored).toBeNull();
});

test('a node that goes offline keeps its last figures with their time', () => {
  const store = createState({ started: moment(0), version: '1' });
  store.apply(heard('a', T[0], { nodes: [node('a', 'pve1', { cpu: 0.7, uptime: 50 })] }));
  const off = node('a', 'pve1', { status: 'offline', cpu: 0, uptime: 0 });
  for (const at of [T[1], T[2]]) store.apply(heard('a', at, { nodes: [{ ...off }] }));
  expect(store.current().nodes).toMatchObject([{ lastKnown: { at: iso(T[0]), cpu: 0.7, uptime: 50 } }]);
});

test('an estimate of a source that does not know what ran on the lost node has only the guests that ran, and those nobody knows of', () => {
  const store = createState({ started: moment(0), version: '1' });
  const [ran, off] = [guest('a', 1), guest('a', 2, { status: 'stopped', uptime: 0, cpu: 0 })];
  store.apply(heard('a', T[0], { vms: [ran, off] }));
  store.apply(heard('a', T[1], { vms: [ran, off, guest('a', 3)].map((each) => ({ ...each, ...lost })) }));
  const assumed = (vmid: number) => ({ vmid, isManaged: false, isAssumed: true as const });
  const own = { id: 'a-pve1', instance: 'a', node: 'pve1', isQuorate: true };
  store.apply(heard('a', T[2], { nodeLosses: [{ ...own, guests: [assumed(1), assumed(2), assumed(3)] }] }));
  expect(store.current().nodeLosses[0]?.guests).toEqual([{ vmid: 1, isManaged: false }, assumed(3)]);
});

test('a guest that was started elsewhere keeps the node that it was lost with, over a restart, until that node is back', () => {
  let stored: unknown;
  const memory = {
    recall: () => stored,
    keep: (value: unknown) => (stored = JSON.parse(JSON.stringify(value ?? null))),
  };
  const store = createState({ started: moment(0), version: '1', memory });
  const [web, off] = [guest('a', 1, { node: 'pve1' }), guest('a', 2, { node: 'pve1', status: 'stopped', uptime: 0 })];
  const other = node('a', 'pve2');
  const nodes = [node('a', 'pve1', { uptime: 50 }), other];
  const died = [node('a', 'pve1', { status: 'offline', cpu: 0, uptime: 0 }), other];
  store.apply(heard('a', T[0], { vms: [web, off], nodes }));
  // the cluster shows its guests for some minutes as they were
  store.apply(heard('a', T[1], { vms: [web, off], nodes: died }));
  const elsewhere = [{ ...web, node: 'pve2' }, off];
  const then = { node: 'pve2', status: 'running', lastKnown: { node: 'pve1', status: 'running', at: iso(T[0]) } };
  for (const at of [T[2], T[3]]) {
    store.apply(heard('a', at, { vms: elsewhere, nodes: died }));
    expect(store.current().vms[0]).toMatchObject(then);
    expect(store.current().vms[1]).not.toHaveProperty('lastKnown');
  }
  store.age(moment(T[3]), 0);

  const second = createState({ started: moment(0), version: '1', memory });
  second.apply(heard('a', T[3], { nodes: died }));
  second.apply(heard('a', T[3], { vms: elsewhere }));
  expect(second.current().vms[0]).toMatchObject(then);
  second.apply(heard('a', T[3] + 10_000, { nodes }));
  second.apply(heard('a', T[3] + 20_000, { vms: elsewhere }));
  expect(second.current().vms[0]).not.toHaveProperty('lastKnown');
});

test('a guest that migrates between nodes that answer was lost with none', () => {
  const store = createState({ started: moment(0), version: '1' });
  const [web, nodes] = [guest('a', 1, { node: 'pve1' }), [node('a', 'pve1'), node('a', 'pve2')]];
  store.apply(heard('a', T[0], { vms: [web], nodes }));
  store.apply(heard('a', T[1], { vms: [{ ...web, node: 'pve2' }], nodes }));
  expect(store.current().vms[0]).not.toHaveProperty('lastKnown');
});
