// The name of a place in the configuration of alerts, and its value as a text, for the list of unsaved changes.
import type { ConfigPath } from '../../alert-config/config-path.ts';
import type { Place } from '../../alert-config/plain-text.ts';
import { thresholdPlace } from '../../features/alert-thresholds/place.ts';
import { schedulePlace } from '../../features/notifications/schedule/place.ts';

export const placeOf = (path: ConfigPath): Place =>
  path[0] === 'schedule' ? schedulePlace(path) : thresholdPlace(path);
