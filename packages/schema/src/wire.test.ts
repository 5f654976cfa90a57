// The wire must not change by accident: its shape is stored beside this test. Update it with `vitest -u`, so that a review shows
// the change.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from './http/endpoints.ts';
import { Down } from './messages/down.ts';
import { Up } from './messages/up.ts';

const shape = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output', reused: 'ref' });

test('the socket messages are the frozen ones', async () => {
  await expect(`${JSON.stringify({ up: shape(Up), down: shape(Down) }, null, 1)}\n`).toMatchFileSnapshot(
    'wire.frozen.json',
  );
});

test('every endpoint says who may call it, and no two share method and path', () => {
  const seen = endpoints.map((e) => `${e.method} ${e.path}`);
  expect(new Set(seen).size).toBe(seen.length);
  const access = ['public', 'watcher', 'viewer', 'operator', 'admin', 'agent', 'scraper'];
  for (const e of endpoints) expect(access).toContain(e.access);
});
