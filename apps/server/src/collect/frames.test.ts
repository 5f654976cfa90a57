import { zstdCompressSync } from 'node:zlib';
import { CollectUp } from '@belfry/schema/collect/up';
import { expect, test } from 'vitest';
import { decode, encode } from './frames.ts';

test('a message arrives as it was sent', () => {
  const message: CollectUp = { type: 'clock', asked: 1, at: 2, answeredAt: 3 };
  expect(decode(CollectUp, encode(message))).toEqual({ ok: true, value: message });
});

test('a small frame that becomes a large message, noise, and a message with a wrong field are refused with the reason', () => {
  const bomb = zstdCompressSync(Buffer.alloc(64 << 20, ' '));
  expect(bomb.length).toBeLessThan(100_000);
  expect(decode(CollectUp, bomb)).toEqual({ ok: false, error: { id: 'collect.tooLarge', values: { limit: 8 << 20 } } });
  expect(decode(CollectUp, Buffer.from('noise'))).toEqual({ ok: false, error: { id: 'collect.noJson' } });
  const wrong = decode(CollectUp, encode({ type: 'clock', asked: 'the secret', at: 2, answeredAt: 3 }));
  expect(wrong).toMatchObject({ ok: false, error: { id: 'field.is', values: { field: 'Asked' } } });
  expect(JSON.stringify(wrong)).not.toContain('the secret');
});
