import { expect, test } from 'vitest';
import { tempStore } from './testing/temp-store.ts';

const record = { event: 'login', user: 'admin', method: '', ip: '192.0.2.1', path: '/api/login' } as const;

test('many failures stay within their limit and do not displace successes', async () => {
  const { audit } = await tempStore({ auditBounds: { successes: 50, failures: 100, retentionMs: 1e9 } });
  await audit.append({ ...record, success: true, details: 'the one that matters' });
  for (let i = 0; i < 1000; i++) await audit.append({ ...record, success: false, user: 'x'.repeat(10_000) });
  const entries = await audit.list(5000);
  expect(entries.filter((e) => !e.success).length).toBeLessThanOrEqual(200);
  expect(entries.filter((e) => e.success).map((e) => e.details)).toEqual(['the one that matters']);
  for (const e of entries) expect(e.user.length).toBeLessThanOrEqual(64);
});

test('entries come newest first and page by id', async () => {
  const { audit } = await tempStore();
  for (let i = 0; i < 5; i++) await audit.append({ ...record, success: true, details: String(i) });
  const first = await audit.list(2);
  expect(first.map((e) => e.details)).toEqual(['4', '3']);
  expect((await audit.list(2, first.at(-1)?.id)).map((e) => e.details)).toEqual(['2', '1']);
});
