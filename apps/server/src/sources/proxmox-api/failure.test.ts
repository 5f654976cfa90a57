import { expect, test } from 'vitest';
import { readEnvelope } from './failure.ts';

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
