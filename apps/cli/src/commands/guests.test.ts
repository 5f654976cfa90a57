import { plainGuest } from '@belfry/domain/plain-state';
import { english } from '@belfry/domain/sentences/english';
import { aGuest } from '@belfry/domain/testing/guest';
import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';
import { guestHelp } from './guests.ts';

test('the server searches the guests, and the help of the command has the examples of the page', async () => {
  const guest = plainGuest(aGuest({ vmid: 100, name: 'web' }), '2026-01-02T03:04:05Z');
  const state = { nodes: [], vms: [], containers: [], serverProblems: {} };
  const { url } = await belfry({ 'GET /api/guests?search=-tag%3Aprod': { guests: [guest] }, 'GET /api/state': state });
  expect((await run('guests -- -tag:prod', { BELFRY_URL: url })).output).toContain('web');
  expect(guestHelp().split(/\s{2,}/)).toContain(english({ id: 'search.guest.not' }));
});

test('the list says which guests of a lost node ran, and finds one by that node that was started elsewhere', async () => {
  const last = { at: '2026-01-02T03:04:05Z', uptime: 60, cpu: 0, memory: { total: 8, used: 4, usage: 50 } };
  const lost = (vmid: number, status: string, fields = {}) =>
    aGuest({
      vmid,
      name: `g${vmid}`,
      ...{ node: 'pve2', status: 'unknown' },
      ...fields,
      lastKnown: { ...last, node: 'pve2', status },
    });
  const guests = [
    lost(100, 'running'),
    lost(101, 'stopped'),
    lost(102, 'running', { node: 'pve1', status: 'stopped' }),
  ];
  const reply = { guests: guests.map((each) => plainGuest(each, last.at)) };
  const state = { nodes: [], vms: [], containers: [], serverProblems: {} };
  const { url } = await belfry({ 'GET /api/guests?search=': reply, 'GET /api/guests': reply, 'GET /api/state': state });
  const { output } = await run('guests --node pve2', { BELFRY_URL: url });
  expect(output).toMatch(/g100 .*unknown \(ran\)/);
  expect(output).toMatch(/g101 .*unknown \(was stopped\)/);
  expect(output).toMatch(/g102 .*pve1 .*stopped/);
});
