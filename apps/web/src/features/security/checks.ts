// What the page about the security shows of the score: each check, and how good the score is.
import type { SecurityStatus } from '@belfry/schema/http/security';
import { type Check, pointsOf, SCORE_MAX } from '../../lib/security-score.ts';

/** All checks: those that give a point, and those that are only listed. */
export const checksOf = (status: SecurityStatus): readonly Check[] => [
  ...pointsOf(status),
  { id: 'audit', ok: status.hasAuditLogging === true, unscored: true },
];

type Band = 'good' | 'fair' | 'poor' | 'bad';

export function bandOf(score: number): Band {
  const share = score / SCORE_MAX;
  if (share >= 0.8) return 'good';
  if (share >= 0.6) return 'fair';
  return share >= 0.4 ? 'poor' : 'bad';
}
