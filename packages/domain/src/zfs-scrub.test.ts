import { expect, test } from 'vitest';
import { lastScrub } from './zfs-scrub.ts';

test('the end of the last scrub, as all versions of ZFS write it', () => {
  const at = Date.parse('2026-05-10T01:34:23Z');
  expect(lastScrub('scrub repaired 0B in 01:10:22 with 0 errors on Sun May 10 01:34:23 2026')).toBe(at);
  expect(lastScrub('scrub repaired 0B in 0 days 01:10:22 with 3 errors on Sun May 10 01:34:23 2026\n')).toBe(at);
  expect(lastScrub('scrub repaired 4K in 00:00:09 with 0 errors on Sat May  9 01:34:23 2026')).toBe(at - 86_400_000);
});

test('another text says nothing about a scrub that ended', () => {
  for (const scan of [
    'none requested',
    'scrub in progress since Sun May 10 00:24:01 2026',
    'scrub canceled on Sun May 10 00:24:01 2026',
    'resilvered 1.1T in 05:11:02 with 0 errors on Sun May 10 01:34:23 2026',
    'scrub repaired 0B in 01:10:22 with 0 errors on Sun Xyz 10 01:34:23 2026',
    '',
  ])
    expect(lastScrub(scan)).toBeUndefined();
});
