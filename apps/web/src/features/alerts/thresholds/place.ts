// The names of thresholds and their values, for the list of unsaved changes.
import { isFields } from '@belfry/domain/delta/same';
import type { ConfigPath } from '../alert-config/config-path.ts';
import { type Place, plainText } from '../alert-config/plain-text.ts';

export const thresholdPlace = (path: ConfigPath): Place => ({
  name: path.slice(path[0] === 'overrides' ? 1 : 0).join(' '),
  text: (value) => plainText(isFields(value) && 'trigger' in value ? value.trigger : value),
});
