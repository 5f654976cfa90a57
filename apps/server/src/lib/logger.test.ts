import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

test('no secret is written to the log, at the top level or in nested objects', () => {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  log.info(
    {
      password: 'p1',
      config: { tokenValue: 'p2', deeper: { ticket: 'p3' } },
      headers: { authorization: 'p4', cookie: 'p5', 'x-api-token': 'p6' },
    },
    'start',
  );
  expect(lines.join()).toContain('start');
  expect(lines.join()).not.toMatch(/p[1-6]/);
});
