// How many active alerts nobody has acknowledged.
import { useOpenAlerts } from '../../live/use-open-alerts.ts';

export function OpenAlertsCount() {
  const { count } = useOpenAlerts();
  return count > 0 ? count : null;
}
