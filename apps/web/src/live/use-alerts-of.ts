// The active alerts that are shown at some rows, the worst first.
import { worstFirst } from '@belfry/domain/alerts/order';
import { rowsOfAlert } from '@belfry/domain/alerts/rows';
import type { Alert } from '@belfry/schema/entities/alert';
import { useList } from './use-live.ts';

export const useAlertsOf = (...resources: readonly (string | undefined)[]): Alert[] =>
  useList('activeAlerts')
    .filter((alert) => rowsOfAlert(alert).some((id) => resources.includes(id)))
    .sort(worstFirst);
