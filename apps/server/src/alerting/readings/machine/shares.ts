// How full the root file system or the memory of a machine is.

import type { Limit } from '@belfry/domain/alerts/thresholds';
import { percent } from '@belfry/domain/usage';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Confirm, Reading, Shared } from '../../engine/reading.ts';
import { measured } from '../verdicts.ts';

/** Bytes; undefined where the host does not report them. */
interface Share {
  metric: 'disk' | 'memory';
  used: number | undefined;
  total: number | undefined;
}

interface Judged {
  id: string;
  limit: Limit | undefined;
  confirm: Confirm;
  /** `share`: percent. */
  text(share: number): Sentence;
}

export function shareReading(
  { metric, used, total }: Share,
  { id, limit, confirm, text }: Judged,
  shared: Shared,
): Reading {
  const share = used === undefined || !total ? undefined : percent(used, total);
  return {
    ...shared,
    id,
    type: metric,
    verdict: measured(share, limit),
    confirm,
    message: () => text(share ?? 0),
  };
}
