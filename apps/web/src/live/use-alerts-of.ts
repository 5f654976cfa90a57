// The active alerts that are shown at some rows, the worst first.
import { rowsOfAlert } from '@belfry/domain/alerts/rows';
import type { Alert } from '@belfry/schema/entities/alert';
import { useList } from './use-live.ts';

const weight = ({ level, acknowledged }: Alert): number => (acknowledged ? 0 : level === 'critical' ? 2 : 1);

export const useAlertsOf = (...resources: readonly (string | undefined)[]): Alert[] =>
  useList('activeAlerts')
    .filter((alert) => rowsOfAlert(alert).some((id) => resources.includes(id)))
    .sort((a, b) => weight(b) - weight(a));
