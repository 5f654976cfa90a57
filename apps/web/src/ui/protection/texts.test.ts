import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../lib/language/in-language.ts';
import { whyText } from './texts.ts';

beforeAll(() => speak(english));

test.each([
  ['protected', 'Its last planned run worked.'],
  ['unverified', 'Its last planned run worked, but none of its backups was ever verified.'],
] as const)(
  'a good verdict speaks of planned runs only, because a backup by hand may have failed since: %s',
  (state, text) => {
    const guest: GuestProtection = {
      ...{ id: 'a', state, jobs: ['nightly'], backups: 1, protectedBackups: 0, disksLeftOut: [] },
      lastRun: { job: 'nightly', at: '2026-11-22T02:00:00Z', result: 'ok' },
    };
    const now = Date.parse('2026-11-22T05:26:00Z');
    expect(whyText(guest, new Map(), now)).toBe(text);
    const byHand = { at: '2026-11-22T04:00:00Z', error: 'no space', task: 'u' };
    expect(whyText({ ...guest, byHand }, new Map(), now)).toMatch(
      /^A run by hand failed at .+\. Its last planned run worked/,
    );
  },
);
