import { expect, test } from 'vitest';
import { typePrefix } from './type-prefix.ts';

test.each([
  ['pbs-job', 'Sync job s1 failed: timeout.', 'Backup server job failed'],
  ['cpu', 'CPU usage is 91 %.', ''],
  ['powered-off', 'is powered off on pve1.', ''],
  ['connectivity', 'does not answer.', 'Not reachable'],
  ['of an older version', 'Something is wrong.', 'of an older version'],
])('the type %s is named once beside "%s"', (type, message, prefix) => expect(typePrefix(type, message)).toBe(prefix));
