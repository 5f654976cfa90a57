import { expect, test } from 'vitest';
import { judged } from './wrong-clock.ts';

const DAY = 86_400_000;
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];
const certificate = {
  ...{ subject: 'CN=pve', issuer: 'CN=pve', fingerprint: 'AB' },
  ...{ validFrom: new Date(from).toISOString(), validTo: new Date(to).toISOString() },
};

test('a certificate is too old or too new by the clock of this server, whatever the collector says', () => {
  expect(judged({ ...certificate, flaw: 'expired' }, to - DAY).flaw).toBe('other');
  expect(judged({ ...certificate, flaw: 'not-yet-valid' }, from + DAY).flaw).toBe('other');
  expect(judged({ ...certificate, flaw: 'expired' }, to + DAY).flaw).toBe('expired');
  expect(judged(certificate, to + DAY).flaw).toBe('expired');
  expect(judged(certificate, from - DAY).flaw).toBe('not-yet-valid');
});

test('other flaws stay, and a certificate without one has none', () => {
  expect(judged({ ...certificate, flaw: 'unknown-authority' }, from + DAY).flaw).toBe('unknown-authority');
  expect(judged(certificate, from + DAY)).toEqual(certificate);
});
