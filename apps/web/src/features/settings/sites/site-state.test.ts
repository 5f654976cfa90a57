import type { SiteView } from '@belfry/schema/http/sites';
import { expect, test } from 'vitest';
import { clockText, commandAt, runCommand, stateOf } from './site-state.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const site = (fields: Partial<SiteView>): SiteView => ({
  ...{
    id: 'a',
    name: 'Köln',
    status: 'connected',
    dockerHosts: [],
    instances: ['pve'],
    lastSeen: '2026-01-01T11:59:50Z',
  },
  ...fields,
});
const shown = (fields: Partial<SiteView>) => stateOf(site(fields), NOW);

test('each state of a site has its words and its next step', () => {
  expect(shown({})).toEqual({ dot: 'ok', label: 'Connected' });
  expect(shown({ status: 'silent' })).toMatchObject({ dot: 'crit', next: expect.stringContaining('is old') });
  expect(shown({ status: 'connected', waiting: true })).toMatchObject({
    label: 'Connected',
    next: expect.stringContaining('fingerprint'),
  });
  expect(shown({ status: 'waiting' })).toMatchObject({ dot: 'warn', next: expect.stringContaining('fingerprint') });
  expect(shown({ instances: [] })).toMatchObject({ dot: 'ok', next: expect.stringContaining('Add its hosts') });
});

test('a site whose collector is refused says why, instead of where to look; one that says what is not taken is marked', () => {
  const tooOld = {
    message: 'This collector is too old for the server.',
    sentence: { id: 'collect.tooOld', values: { version: 1, oldest: 2 } },
  } as const;
  expect(shown({ status: 'silent', refused: tooOld })).toMatchObject({ dot: 'crit', next: tooOld.message });
  const noJson = { message: 'It is not compressed JSON.', sentence: { id: 'collect.noJson' } } as const;
  expect(shown({ refused: noJson })).toMatchObject({ dot: 'warn', next: noJson.message });
});

test('a site that is catching up says how far it is, and one whose disk is full says what is lost', () => {
  expect(shown({ catchingUp: 40 })).toEqual({ dot: 'ok', label: 'Connected, catching up: 40 %' });
  expect(shown({ spoolFull: true, catchingUp: 40 })).toMatchObject({
    ...{ dot: 'warn', label: 'Connected, its disk is full' },
    next: expect.stringContaining('is lost'),
  });
  expect(shown({ changesDropped: 12 })).toMatchObject({ dot: 'warn', next: expect.stringContaining('12 changes') });
});

test('a site that never reported is not shown as well, and is not said to have gone silent', () => {
  const { lastSeen: _, ...unheard } = site({ status: 'silent' });
  expect(stateOf(unheard, NOW)).toMatchObject({ dot: 'warn', next: expect.stringContaining('Start the collector') });
});

test('a revoked collector is critical only where hosts wait for it', () => {
  expect(shown({ status: 'revoked' }).dot).toBe('crit');
  expect(shown({ status: 'revoked', instances: [] }).dot).toBe('off');
});

test('a token that has expired is not offered any more', () => {
  const waits = { status: 'new' as const, instances: [] };
  expect(shown({ ...waits, expires: '2026-01-01T12:30:00Z' }).next).toContain('works until');
  expect(shown({ ...waits, expires: '2026-01-01T11:30:00Z' }).next).toContain('expired');
});

test('a clock is a problem above five seconds, ahead and behind', () => {
  expect(shown({ clockOffsetMs: 5000 })).toEqual({ dot: 'ok', label: 'Connected' });
  expect(shown({ clockOffsetMs: 8400 })).toMatchObject({ dot: 'warn', next: expect.stringContaining('8.4 s ahead') });
  expect(shown({ clockOffsetMs: -8400 })).toMatchObject({ dot: 'warn', next: expect.stringContaining('8.4 s behind') });
  expect([clockText(31), clockText(-140), clockText(8400)]).toEqual(['+31 ms', '−140 ms', '+8.4 s']);
});

test('the command has the address that the user chose, and its folder is that of the run', () => {
  const command = 'belfry collector join http://10.0.0.1:7655 bfs_a --data-dir /var/lib/belfry-collector';
  expect(commandAt(command, 'https://belfry.example.org')).toBe(
    'belfry collector join https://belfry.example.org bfs_a --data-dir /var/lib/belfry-collector',
  );
  expect(runCommand(command)).toBe('belfry collector run --data-dir /var/lib/belfry-collector');
});
