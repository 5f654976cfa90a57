import { nextStrips, type Strips } from '../lib/strips.ts';
import { call } from './client.ts';

export async function readStrips(before: Strips | undefined, signal: AbortSignal): Promise<Strips> {
  const query = before ? { after: before.cursor } : {};
  return nextStrips(before, await call('GET /api/history/strips', { query, signal }));
}
