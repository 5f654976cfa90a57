// How many active alerts nobody has acknowledged.
import { useList } from '../../live/use-live.ts';

export function OpenAlertsCount() {
  const open = useList('activeAlerts').filter(({ acknowledged }) => !acknowledged).length;
  return open > 0 ? open : null;
}
