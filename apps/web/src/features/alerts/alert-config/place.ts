// The name of a place in the configuration, and its value as a text, for the list of unsaved changes.
import { schedulePlace } from '../schedule/place.ts';
import { thresholdPlace } from '../thresholds/place.ts';
import type { ConfigPath } from './config-path.ts';
import type { Place } from './plain-text.ts';

export const placeOf = (path: ConfigPath): Place =>
  path[0] === 'schedule' ? schedulePlace(path) : thresholdPlace(path);
