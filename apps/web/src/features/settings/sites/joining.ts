// How far a collector has come that was invited. Pure.
import type { SiteView } from '@belfry/schema/http/sites';
import type { Accept } from './accept-choice.tsx';

/** `awaited`: it has not joined. `compare`: its key must be accepted. `joined`: it may connect, and has not. */
export type Stage = 'awaited' | 'expired' | 'compare' | 'joined' | 'connected';

interface Invited {
  accept: Accept;
  /** Of the collector that the site had when this one was invited. */
  before: string | undefined;
  /** ISO. */
  expires: string;
  /** The fingerprint that was accepted here. */
  accepted: string | undefined;
}

/** `site` is undefined until it is loaded. `now`: epoch milliseconds. */
export function stageOf(
  site: SiteView | undefined,
  { accept, before, expires, accepted }: Invited,
  now: number,
): Stage {
  const fingerprint = site?.fingerprint;
  if (!site || fingerprint === undefined || fingerprint === before)
    return now < Date.parse(expires) ? 'awaited' : 'expired';
  if (site.waiting || (accept === 'person' && accepted !== fingerprint)) return 'compare';
  return site.status === 'connected' ? 'connected' : 'joined';
}
