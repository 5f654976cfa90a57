// The table "What Belfry notices" has each row of each rule, with the interval of a poll that exists.
import { expect, test } from 'vitest';
import { allNotices } from '../../apps/server/src/alerting/rules/registry.ts';
import { withParts } from './made-parts.ts';
import { lasting, pollIntervals } from './notices-table.ts';

test('every row is in the table, with how often it is read and how long it must last', () => {
  const lines = withParts('[[notices]]').split('\n');
  for (const { fact, type } of allNotices())
    expect(lines.filter((line) => line.startsWith(`| ${fact} | \`${type}\``))).not.toEqual([]);
  expect(lines).toContain(
    '| A disk reports that it fails; a word that Belfry does not know is a warning | `disk-health` | Proxmox VE 7 and newer | Sys.Audit; physical disks switched on for the host | every 5 min; at once | Storage, page of the node |',
  );
  expect(lines.filter((line) => line.startsWith('## '))).toContain('## Mail gateways');
});

test('the intervals are those of the polls', () => {
  expect(pollIntervals().get('pve nodes')).toBe(30_000);
  expect([90_000, 600_000, 3_600_000, 86_400_000].map(lasting)).toEqual(['90 s', '10 min', '1 h', '1 d']);
});
