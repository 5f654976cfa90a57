// The key pair with which Belfry identifies itself to push services (RFC 8292). A browser subscribes with the public key, so the
// pair is made once and kept: with another one all browsers would have to subscribe again.
import { generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';
import { json } from '../../db/query.ts';
import type { Stores } from '../../db/store.ts';

/** Base64url: an uncompressed point of P-256, and its private scalar. */
export const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof VapidKeys>;

const Stored = json.pipe(VapidKeys);
const OWNER = 'notify/push';
const NAME = 'vapid';

/** Undefined when none was made yet, or when it cannot be read. */
export function storedKeys({ secrets }: Pick<Stores, 'secrets'>): VapidKeys | undefined {
  const text = secrets.read(OWNER).values.get(NAME);
  if (text === undefined) return undefined;
  const found = Stored.safeParse(text);
  if (!found.success) secrets.setAside(OWNER, NAME, 'wrong content');
  return found.data;
}

export async function ensureKeys(tx: Pick<Stores, 'secrets'>): Promise<VapidKeys> {
  const known = storedKeys(tx);
  if (known) return known;
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const keys = { publicKey: point.toString('base64url'), privateKey: d };
  await tx.secrets.put(OWNER, NAME, JSON.stringify(keys));
  return keys;
}
