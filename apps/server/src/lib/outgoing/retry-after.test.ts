// Another program chooses the header.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfter } from '../../notify/outbox/retry.ts';
import { iso } from '../clock.ts';
import { retryAfterIn } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 2);

test('whatever a service writes into Retry-After, the next attempt is within an hour, and has a date', () => {
  const header = fc.oneof(
    fc.constantFrom(
      '',
      '7',
      '1e9',
      '9'.repeat(300),
      '9'.repeat(400),
      '-5',
      '0.5',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      '0',
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.string(),
  );
  fc.assert(
    fc.property(header, (text) => {
      const next = NOW + retryAfter(retryAfterIn({ 'retry-after': text }, NOW));
      expect(next).toBeGreaterThanOrEqual(NOW);
      expect(Date.parse(iso(next)) - NOW).toBeLessThanOrEqual(3_600_000);
    }),
  );
});
