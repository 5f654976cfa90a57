import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog, onChange } from './log.ts';

test('every log entry is one line, and a value cannot imitate another field', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (message, reason) => {
      const lines: string[] = [];
      createLog((line) => lines.push(line))('info', message, { reason });
      expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
      expect(lines[0]?.replaceAll(/"(\\.|[^"\\])*"/g, 'q').match(/\S+=/g)).toEqual(['level=', 'msg=', 'reason=']);
    }),
  );
});

test('a condition is logged when it begins and when it comes back, not while it lasts', () => {
  const lines: string[] = [];
  const say = onChange((_, message) => lines.push(message), 'fine');
  for (const condition of ['fine', 'bad', 'bad', 'fine', 'fine', 'bad']) say(condition, 'info', condition);
  expect(lines).toEqual(['bad', 'fine', 'bad']);
});
