// Asks for the strips of the last hour: first for all of it, then for what has been added.
import type { getStrips } from '@belfry/schema/http/history';
import { nextStrips, type Strips } from '../lib/strips.ts';
import { call } from './client.ts';

export async function readStrips(before: Strips | undefined, signal: AbortSignal): Promise<Strips> {
  const query = before ? { after: before.cursor } : {};
  return nextStrips(before, await call<typeof getStrips>('GET /api/history/strips', { query, signal }));
}
