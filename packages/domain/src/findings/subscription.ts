// The subscription of a node: `GET /nodes/{node}/subscription`.
import type { Settings } from '../journal/settings.ts';
import { type Found, found } from './found.ts';

const SOON_MS = 30 * 86_400_000;
/** Old versions write some of them with a capital. */
const NONE = new Set(['notfound', 'new']);

/** `now` epoch ms. */
export function subscriptionFinding({ status, nextduedate = '', productname = '' }: Settings, now: number): Found {
  const is = status?.toLowerCase().replaceAll(' ', '');
  if (is === undefined) return found('unknown', { id: 'finding.subscription.unread' });
  if (NONE.has(is)) return found('well', { id: 'finding.subscription.none' });
  const date = /^\d{4}-\d\d-\d\d/.exec(nextduedate)?.[0];
  if (is !== 'active') return found('note', { id: 'finding.subscription.bad', values: { status: is } });
  if (date === undefined) return found('well', { id: 'finding.subscription.active', values: { product: productname } });
  // it is valid until the end of that day, anywhere
  const left = Date.parse(date) + 2 * 86_400_000 - now;
  if (left < 0) return found('note', { id: 'finding.subscription.over', values: { date } });
  const tone = left < SOON_MS ? 'note' : 'well';
  return found(tone, { id: 'finding.subscription.until', values: { product: productname, date } });
}
