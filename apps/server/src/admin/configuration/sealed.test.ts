import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOES_NOT_OPEN, NOT_OURS, seal, unseal } from './sealed.ts';

const PASS = 'a long passphrase';
const cheap = { memory: 8, passes: 2, parallelism: 1 };
const opened = async (data: string, passphrase = PASS) => {
  const result = await unseal(data, passphrase);
  return result.ok ? result.value : result.error;
};

test('a sealed file opens unchanged with its passphrase, and with no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const data = await seal(`{${text}`, PASS, cheap);
      expect(await opened(data)).toBe(`{${text}`);
      expect(await opened(data, `${PASS} `)).toBe(DOES_NOT_OPEN);
    }),
  );
});

test('a file that was changed anywhere does not open', async () => {
  const data = await seal('secret', PASS, cheap);
  const [form, memory, passes, parallelism, salt = '', content = ''] = data.split('.');
  const flip = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);
  const join = (...parts: unknown[]) => [form, ...parts].join('.');
  expect(await opened(join(memory, passes, parallelism, flip(salt), content))).toBe(DOES_NOT_OPEN);
  expect(await opened(join(memory, passes, parallelism, salt, flip(content)))).toBe(DOES_NOT_OPEN);
  expect(await opened(join(memory, Number(passes) - 1, parallelism, salt, content))).toBe(DOES_NOT_OPEN);
  expect(await opened(join(memory, passes, parallelism, salt, content.slice(0, 20)))).toBe(NOT_OURS);
});

test('a file cannot cause unlimited work or use all memory', async () => {
  const [, , , , salt, content] = (await seal('secret', PASS)).split('.');
  for (const cost of ['9999999.3.1', '65536.999.1', '65536.3.200', '0.3.1', '65536.0.1', '65536.3.0'])
    expect(await opened(`belfry1.${cost}.${salt}.${content}`)).toBe(NOT_OURS);
});

test('two exports of the same configuration differ', async () => {
  expect(await seal('secret', PASS)).not.toBe(await seal('secret', PASS));
});
