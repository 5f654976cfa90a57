import { expect, test } from 'vitest';
import { isSameFingerprint, parseFingerprint } from './fingerprint.ts';

const printed = Array.from({ length: 32 }, (_, i) => (i * 7).toString(16).padStart(2, '0').toUpperCase()).join(':');
const forms = [printed, printed.toLowerCase(), printed.replaceAll(':', ''), ` sha256:${printed.toLowerCase()} `];

test.each(forms)('%s is one fingerprint, printed as Proxmox does', (form) => {
  expect(parseFingerprint(form)).toBe(printed);
  expect(isSameFingerprint(form, printed)).toBe(true);
});

test.each(['', 'AB:CD', `${printed}:00`, printed.replace('07', 'ZZ'), `sha1:${printed}`])(
  '"%s" is no fingerprint, and the same as no other text',
  (text) => {
    expect(parseFingerprint(text)).toBeUndefined();
    expect(isSameFingerprint(text, text)).toBe(false);
  },
);

test('a missing fingerprint equals nothing', () => {
  expect(isSameFingerprint(undefined, undefined)).toBe(false);
  expect(isSameFingerprint(printed, undefined)).toBe(false);
});
