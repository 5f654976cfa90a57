// The active alerts about some resources, the worst first.
import type { Alert } from '@belfry/schema/entities/alert';
import { useList } from './use-live.ts';

const weight = ({ level, acknowledged }: Alert): number => (acknowledged ? 0 : level === 'critical' ? 2 : 1);

export const useAlertsOf = (...resources: readonly (string | undefined)[]): Alert[] =>
  useList('activeAlerts')
    .filter(({ resourceId }) => resources.includes(resourceId))
    .sort((a, b) => weight(b) - weight(a));
