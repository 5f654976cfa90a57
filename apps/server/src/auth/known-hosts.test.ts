import { expect, test } from 'vitest';
import { refusalText } from '../lib/refusal.ts';
import { createHostCheck } from './known-hosts.ts';

const check = createHostCheck({
  publicUrl: 'https://Status.example:8443/belfry',
  allowedOrigins: () => ['https://wall.example', '*'],
  machine: 'Attic.home.lan',
});
const textOf = (host: string): string => {
  const refused = check(host);
  return refused ? refusalText(refused.error) : '';
};

test.each([
  ...['192.168.1.5:7655', '10.0.0.1', '[fe80::1]:7655', '[::1]', 'localhost:7655', 'belfry.localhost'],
  ...['status.example', 'STATUS.example:7655', 'wall.example', 'attic:7655', 'attic.home.lan', 'attic.local', ''],
])('%s is answered', (host) => {
  expect(check(host)).toBeUndefined();
});

test.each([
  ...[
    'evil.example:7655',
    'attic.evil.example',
    'localhost.evil.example',
    'status.example.evil',
    '192.168.1.5.evil.example',
  ],
  ...['belfry', '*', '1.2.3.4.5', 'evil example', '[::1'],
])('%s is refused, and the message has the name and the setting that allows it', (host) => {
  expect(check(host)?.error).toMatchObject({ code: 'host_refused', sentence: { id: 'origin.name' } });
  expect(textOf(host)).toContain('BELFRY_PUBLIC_URL');
});

test('the refusal names the host', () => {
  expect(textOf('rebound.example:7655')).toContain('"rebound.example"');
});

test('a name of a thousand letters is cut in the message', () => {
  expect(textOf(`${'x'.repeat(1000)}.example`).length).toBeLessThan(200);
});
