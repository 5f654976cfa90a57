// The alerts that nobody has acknowledged, as a number.
import type { Alert } from '@belfry/schema/entities/alert';
import { shallowAlike } from '../lib/shallow-alike.ts';
import { steady } from '../lib/steady.ts';
import { useLive } from './use-live.ts';

interface OpenAlerts {
  count: number;
  /** The level of the worst of them. */
  worst: Alert['level'] | 'none';
}

const openAlerts = steady((alerts: readonly Alert[]): OpenAlerts => {
  const open = alerts.filter(({ acknowledged }) => !acknowledged);
  const critical = open.some(({ level }) => level === 'critical');
  return { count: open.length, worst: critical ? 'critical' : open.length > 0 ? 'warning' : 'none' };
}, shallowAlike);
const none: never[] = [];

/** The same object while it says the same. */
export const useOpenAlerts = (): OpenAlerts => useLive(({ state }) => openAlerts(state?.activeAlerts ?? none));
