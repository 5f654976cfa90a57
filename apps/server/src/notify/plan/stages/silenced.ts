// A silence or a maintenance window. When it ends, the alert loses its mark, and it is sent if it is still active.
import type { Stage } from '../situation.ts';

export const silenced: Stage = ({ alert: { metadata } }) => {
  if (metadata?.silenced)
    return { by: 'silence', reason: metadata.silenced.reason, until: Date.parse(metadata.silenced.until) };
  if (metadata?.maintenance)
    return { by: 'maintenance', reason: metadata.maintenance.name, until: Date.parse(metadata.maintenance.until) };
  return undefined;
};
