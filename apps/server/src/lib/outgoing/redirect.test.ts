import { expect, test } from 'vitest';
import { parseNetworks } from '../networks.ts';
import { createPolicy } from './policy.ts';
import { firstHop, follow } from './redirect.ts';

test.each([301, 302, 303, 307, 308])('a redirect does not lead from https to http: status %i', (status) => {
  const from = firstHop(new URL('https://push.example/a'), { method: 'POST', body: 'text' });
  expect(follow(from, status, 'http://push.example/a').ok).toBe(false);
  expect(follow(from, status, 'https://push.example/b').ok).toBe(true);
});

test('where only public addresses may be called, neither the setting nor other named networks open another one', () => {
  const named = parseNetworks('127.0.0.0/8 10.0.0.0/8');
  const but = parseNetworks('192.168.7.0/24');
  if (!named.ok || !but.ok) throw new Error('no networks');
  const { problemOf } = createPolicy({ allowPrivate: () => true, named: named.value });
  const isAllowed = (address: string, plain = false) =>
    problemOf('push.example', address, plain, but.value) === undefined;
  for (const address of ['127.0.0.1', '10.0.0.1', '192.168.8.1', '::ffff:10.0.0.1', 'fd00::1', '169.254.169.254'])
    expect([address, isAllowed(address)]).toEqual([address, false]);
  expect([isAllowed('192.168.7.1'), isAllowed('1.1.1.1'), isAllowed('1.1.1.1', true)]).toEqual([true, true, false]);
});
