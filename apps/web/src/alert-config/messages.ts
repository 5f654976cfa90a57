// The texts of unsaved changes to the configuration of alerts.
import { plural } from '../lib/language/format.ts';
import { inLanguage } from '../lib/language/in-language.ts';

export const messages = inLanguage('alertConfig', {
  loadFailed: 'The configuration of alerts could not be loaded.',
  savedToast: 'Configuration saved successfully!',
  saveFailed: 'Failed to save configuration',
  discarded: 'Changes discarded',
  reloadFailed: 'Failed to reload configuration',
  overtaken:
    'Somebody else has just changed a value that you changed too. Nothing is saved. Look at both values, then save again.',
  notSaved: (count: number) => `Not saved: ${plural(count, 'change')}`,
  change: (name: string, before: string, after: string) => `${name} ${before} → ${after}`,
  nothing: 'not set',
  more: (count: number) => `and ${count} more`,
  showAll: 'Show all',
  showFewer: 'Show fewer',
  refused: (count: number) =>
    count === 1 ? 'One value is not valid and is not saved' : `${count} values are not valid and are not saved`,
  others: 'Somebody else saved meanwhile:',
  yoursDiffers: 'yours differs',
  on: 'on',
  off: 'off',
});
