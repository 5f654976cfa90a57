// Acknowledgements that the user asked for and the server does not show yet.
import type { Alert } from '@belfry/schema/entities/alert';

/** By the id of the alert: whether it shall be acknowledged. */
export type Pending = ReadonlyMap<string, boolean>;

/** The alerts as they will be. What the server still says otherwise is ignored. */
export const withPending = (alerts: readonly Alert[], pending: Pending): readonly Alert[] =>
  pending.size === 0
    ? alerts
    : alerts.map((alert) => {
        const acknowledged = pending.get(alert.id);
        return acknowledged === undefined || acknowledged === alert.acknowledged ? alert : { ...alert, acknowledged };
      });

/** Those that the server does not show yet. An alert that has ended waits for nothing. */
export function unconfirmed(pending: Pending, alerts: readonly Alert[]): Pending {
  if (pending.size === 0) return pending;
  const left = new Map<string, boolean>();
  for (const { id, acknowledged } of alerts) {
    const wish = pending.get(id);
    if (wish !== undefined && wish !== acknowledged) left.set(id, wish);
  }
  return left.size === pending.size ? pending : left;
}

export const withAll = (pending: Pending, ids: readonly string[], acknowledged: boolean): Pending =>
  new Map([...pending, ...ids.map((id) => [id, acknowledged] as const)]);

export function without(pending: Pending, ids: readonly string[]): Pending {
  if (!ids.some((id) => pending.has(id))) return pending;
  const left = new Map(pending);
  for (const id of ids) left.delete(id);
  return left;
}
