import { expect, test } from 'vitest';
import { readEnvelope, statusError } from './failure.ts';
import type { Credentials, Product } from './product.ts';

const of = (body: string, contentType = 'application/json;charset=UTF-8') =>
  readEnvelope({ status: 200, reason: 'OK', contentType, body });

test('an answer that is cut, damaged, empty, null or a web page is named for what it is', () => {
  const whole = JSON.stringify({ data: [{ id: 'qemu/100', name: 'a}b' }] });
  expect(of(whole)).toEqual({ data: [{ id: 'qemu/100', name: 'a}b' }] });
  for (let length = 1; length < whole.length; length++) {
    const words = of(whole.slice(0, length));
    expect(words).toMatchObject({ id: 'api.incomplete' });
  }
  expect(of('{"data":[1,,2]}')).toMatchObject({ id: 'api.damaged' });
  expect(of(' ')).toMatchObject({ id: 'api.emptyAnswer' });
  expect(of('{"data":null}')).toEqual({ id: 'api.nullData' });
  expect(of('<html>Sign in</html>', 'text/html')).toMatchObject({ id: 'api.notJson' });
  expect(of('{"error":"x"}')).toEqual({ id: 'api.noData' });
});

test('a redirect is told with its address, without the query', () => {
  const reply = { status: 302, reason: 'Found', contentType: 'text/html', body: '' };
  const told = (location: string) =>
    statusError({ ...reply, location }, 'GET /nodes of https://pve1', {} as Product, { by: 'token' } as Credentials);
  expect(told('https://sso.example/login?rd=secret').message).toMatch(
    /redirects to https:\/\/sso\.example\/login \(302\)\. Enter the address/,
  );
  expect(told('/login').message).toMatch(/redirects to \/login \(302\)/);
});
