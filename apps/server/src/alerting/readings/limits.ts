// Limits that are configured as two plain numbers: one for a warning, one for critical.
import type { Limit, NumberField, Policy } from '@belfry/domain/alerts/thresholds';

const OFF = Number.POSITIVE_INFINITY;

/** `clear`: from the first level of the alert to the level that ends it. Undefined when both numbers are switched off. */
export function limitOf(
  { plain, origins }: Policy,
  warning: NumberField,
  critical: NumberField,
  clear: (trigger: number) => number,
): (Limit & { critical: number }) | undefined {
  const first = plain[warning];
  const second = plain[critical];
  const trigger = Math.min(first ?? OFF, second ?? OFF);
  if (trigger === OFF) return undefined;
  const origin = origins[first === trigger ? warning : critical] ?? { from: 'default' };
  return { trigger, clear: clear(trigger), critical: second ?? OFF, origin };
}
