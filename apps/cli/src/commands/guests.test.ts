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
