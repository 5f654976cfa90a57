import { expect, test } from 'vitest';
import { readEnvelope } from './failure.ts';

const of = (body: string, contentType = 'application/json;charset=UTF-8') =>
  readEnvelope({ status: 200, reason: 'OK', contentType, body });

test('an answer that is cut, damaged, empty, null or a web page is named for what it is', () => {
  const whole = JSON.stringify({ data: [{ id: 'qemu/100', name: 'a}b' }] });
  expect(of(whole)).toEqual({ data: [{ id: 'qemu/100', name: 'a}b' }] });
  for (let length = 1; length < whole.length; length++) {
    const words = of(whole.slice(0, length));
    expect(words).toContain('the answer is incomplete: ');
  }
  expect(of('{"data":[1,,2]}')).toContain('damaged');
  expect(of(' ')).toContain('the answer is empty');
  expect(of('{"data":null}')).toBe('the answer is empty: its "data" is null.');
  expect(of('<html>Sign in</html>', 'text/html')).toContain('Is this the address of the API');
  expect(of('{"error":"x"}')).toContain('the answer has no "data"');
});
