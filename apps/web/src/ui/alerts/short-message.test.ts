import { expect, test } from 'vitest';
import { shortMessage } from './short-message.ts';

test.each([
  ['VM web (105): CPU usage is 91 %.', 'web', 'CPU usage is 91 %.'],
  ['VM web (105) is powered off on pve1.', 'web', 'is powered off on pve1.'],
  ['Disk /dev/sda (WDC Red) on pve1 reports FAILED.', '/dev/sda', 'on pve1 reports FAILED.'],
  ['Storage nas at 88 %: 2.9 TB free.', 'nas', 'at 88 %: 2.9 TB free.'],
  ['Docker host web: no report.', 'web', 'no report.'],
  ['CPU is at 85 %', 'mail', 'CPU is at 85 %'],
  ['The backup of all guests on web failed', 'web', 'The backup of all guests failed'],
  ['Sync job s1 on pbs failed: timeout.', 'pbs', 'Sync job s1 failed: timeout.'],
  ['The backup of all guests on website failed', 'web', 'The backup of all guests on website failed'],
  ['VM webserver is off', 'web', 'VM webserver is off'],
  ['VM web', 'web', 'VM web'],
  ['Nothing', '', 'Nothing'],
])('%s of %s is %s beside the name', (message, resourceName, expected) =>
  expect(shortMessage({ message, resourceName })).toBe(expected),
);
