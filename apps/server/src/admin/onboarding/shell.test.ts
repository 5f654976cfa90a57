import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote } from './shell.ts';

test('a shell reads back exactly the quoted text', () => {
  const words = fc.array(
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
    { minLength: 50, maxLength: 100 },
  );
  fc.assert(
    fc.property(words, (texts) => {
      const script = `printf '%s\\0' ${texts.map(quote).join(' ')}`;
      const { stdout } = spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' });
      expect(stdout.split('\0').slice(0, -1)).toEqual(texts.map((text) => text.toWellFormed()));
    }),
    { numRuns: 20 },
  );
});
