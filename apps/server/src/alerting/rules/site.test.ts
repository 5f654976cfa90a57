import type { Site } from '@belfry/schema/entities/site';
import { expect, test } from 'vitest';
import type { Context } from '../engine/rule-set.ts';
import { createStage } from '../testing/stage.ts';
import { createSiteRules } from './site.ts';

const site = (fields: Partial<Site>): Site => ({ id: 's', name: 'Cologne', status: 'connected', ...fields });
const verdicts = (fields: Partial<Site>) =>
  createSiteRules()
    .read(site(fields), {} as Context)
    .map(({ verdict }) => (verdict.is === 'bad' ? verdict.level : verdict.is));

test('a silent site is critical; one that never had a collector, or whose key was revoked, is not silent by accident', () => {
  expect(verdicts({})).toEqual(['well', 'unknown']);
  expect(verdicts({ status: 'silent', clockOffsetMs: 9000 })).toEqual(['critical', 'unknown']);
  expect(verdicts({ status: 'new' })[0]).toBe('off');
  expect(verdicts({ status: 'waiting' })[0]).toBe('off');
  expect(verdicts({ status: 'revoked' })).toEqual(['off', 'off']);
});

test('a clock that is wrong by more than five seconds is a warning', () => {
  expect(verdicts({ clockOffsetMs: 5000 })[1]).toBe('well');
  expect(verdicts({ clockOffsetMs: -5001 })[1]).toBe('warning');
});

test('a clock that stays wrong for two minutes is an alert, although no poll is about a site, and it ends when the clock is right', async () => {
  let sites = [site({ clockOffsetMs: -86_400_000 })];
  const { clock, state, announced } = createStage({ rules: [createSiteRules()], sites: () => sites });
  const active = () => state().activeAlerts.map(({ id }) => id);
  await clock.advance(110_000);
  expect(active()).toEqual([]);
  await clock.advance(40_000);
  expect(active()).toEqual(['clock-offset-site-s']);
  expect(state().activeAlerts[0]?.message).toBe(
    'The clock of the collector of the site "Cologne" is 24 hours behind Belfry\'s.',
  );
  announced();
  sites = [site({ clockOffsetMs: 3 })];
  await clock.advance(150_000);
  expect(active()).toEqual([]);
  expect(announced()).toEqual(['resolved clock-offset-site-s stopped']);
});

test('the alert of a silent site ends when the site is removed', async () => {
  let sites = [site({ status: 'silent' }), site({ id: 't', name: 'Bern', status: 'silent' })];
  const { clock, state, announced } = createStage({ rules: [createSiteRules()], sites: () => sites });
  const active = () => state().activeAlerts.map(({ id }) => id);
  await clock.advance(120_000);
  expect(active()).toEqual(['site-silent-s', 'site-silent-t']);
  announced();
  sites = sites.slice(1);
  await clock.advance(30_000);
  expect(active()).toEqual(['site-silent-t']);
  expect(announced()).toEqual(['resolved site-silent-s gone']);
});
