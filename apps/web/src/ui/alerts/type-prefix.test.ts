import { expect, test } from 'vitest';
import { typePrefix } from './type-prefix.ts';

test.each([
  ['pbs-job', 'Sync job s1 failed: timeout.', ''],
  ['cpu', 'CPU usage is 91 %.', ''],
  ['powered-off', 'is powered off on pve1.', ''],
  ['connectivity', 'is offline.', ''],
  ['docker-container-restart-loop', 'hat in 5 Minuten 4 Mal neu gestartet.', ''],
  ['clock-offset', 'is 3 s behind.', 'Clock offset'],
  ['of an older version', 'Something is wrong.', 'of an older version'],
])('the type %s is named once beside "%s"', (type, message, prefix) =>
  expect(typePrefix(type, message, true)).toBe(prefix),
);

test('a whole message about a full datastore has no type before it, and the rest of one has', () => {
  const whole = typePrefix('usage', 'Datastore main of pbs-main is 97 % full.', false);
  expect([whole, typePrefix('usage', 'at 94 %: 737 GB of 12 TB free.', true)]).toEqual(['', 'Storage usage']);
});
