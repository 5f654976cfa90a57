// Quiet hours hold back warnings and ends, and critical alerts of the categories that are named.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { Alert } from '@belfry/schema/entities/alert';
import type { NoticeKind } from '../../notice.ts';
import type { Rules } from '../rules.ts';
import { type Stage, wakeAt } from '../situation.ts';

export const quietsFor = (kind: NoticeKind, alert: Pick<Alert, 'type' | 'level'>, { suppressed }: Rules): boolean =>
  kind === 'resolved' || alert.level === 'warning' || suppressed.has(factsOf(alert.type).category);

export const quietHours: Stage = ({ kind, alert }, { quiet, rules, wake }) => {
  if (!quiet.inForce || !quietsFor(kind, alert, rules)) return undefined;
  wakeAt(wake, quiet.inForce.end);
  return { by: 'quietHours', until: quiet.inForce.end };
};
