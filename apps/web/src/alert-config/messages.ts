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
  backtest: {
    ask: 'What would it have done?',
    days: (days: number) => `Last ${days} days`,
    busy: 'Reading the past …',
    cancel: 'Cancel',
    nothing: 'No measured value is compared in another way by these changes.',
    quietAnyway: 'There would have been no alert, and there was none.',
    noValues: 'Nothing is known about the past of these values.',
    alerts: (after: number, before: number) => `${plural(after, 'alert')} instead of ${before},`,
    length: (after: string, before: string) => `active for ${after} instead of ${before} in all.`,
    most: (list: string) => `Most: ${list}.`,
    night: (count: number) => `${count} began between 0:00 and 6:00.`,
    quiet: (trigger: number, aYear: number) =>
      `Quiet with at most ${aYear} a year: ${trigger}. Alerts a year by threshold:`,
    neverQuiet: (aYear: number) => `No threshold is quiet with at most ${aYear} a year. Alerts a year by threshold:`,
    tried: (trigger: number, count: number, lasting: boolean) =>
      `${trigger}: ${count}${lasting ? ' (one there most of the time)' : ''}`,
    coarse: (step: string, days: number) =>
      `From ${plural(days, 'day')} of the history, in steps of ${step}: shorter peaks are not seen.`,
    unknown: (count: number, all: number) => `${count} of ${all} have no values.`,
  },
  on: 'on',
  off: 'off',
});
