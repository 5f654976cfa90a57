import { judgeValue } from '@belfry/domain/alerts/judge';
import type { Limit } from '@belfry/domain/alerts/thresholds';
import { expect, test } from 'vitest';
import { guestTone, temperatureText, usageTone } from './tone.ts';

const limit: Limit = { trigger: 90, clear: 85, critical: 98, origin: { from: 'default' } };
const measured = { quality: 'good' } as const;

test('a figure with a threshold has the colour of its alert, whatever the fixed bands say', () => {
  const tones = { well: 'ok', warning: 'warn', critical: 'crit', unknown: 'ok', off: 'ok' };
  for (const value of [0, 75, 85, 89.9, 90, 95, 97.9, 98, 120]) {
    const level = tones[judgeValue(value, limit)];
    expect(usageTone('disk', value, limit), `${value} percent`).toBe(level);
    expect(guestTone('memory', value, measured, limit), `${value} percent`).toBe(level);
  }
  expect([usageTone('disk', 95, limit), usageTone('disk', 95, undefined)]).toEqual(['warn', 'crit']);
});

test('a temperature with a threshold has the colour of its alert', () => {
  const warm = { ...limit, trigger: 60, clear: 55, critical: 65 };
  expect([temperatureText(64, warm), temperatureText(65, warm)]).toEqual([
    temperatureText(70, undefined),
    temperatureText(80, undefined),
  ]);
  expect(temperatureText(59, warm)).toBe('');
});

test('the memory of a VM as its host sees it is never red, because it contains the cache and may exceed the maximum', () => {
  expect(guestTone('memory', 100, { quality: 'estimate' }, undefined)).toBe('ok');
  expect(guestTone('memory', 100, { quality: 'estimate' }, limit)).toBe('ok');
  expect(guestTone('memory', 100, measured, undefined)).toBe('crit');
  expect(guestTone('cpu', 100, { quality: 'estimate' }, undefined)).toBe('crit');
});

test('the memory of a VM as its host sees it has the colour of its alert where a threshold was set for the guest', () => {
  const own: Limit = { ...limit, origin: { from: 'override', key: 'dc-100' } };
  expect(guestTone('memory', 95, { quality: 'estimate' }, own)).toBe('warn');
});
