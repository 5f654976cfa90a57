// The texts of why there is an alert or none.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('alertWhy', {
  title: 'Why is there no other alert?',
  ofResource: (name: string) => `What each rule says about ${name}`,
  loading: 'Asking the rules...',
  nothing: 'No rule has anything to compare here.',
  statuses: {
    none: 'no alert',
    pending: 'not yet an alert',
    attached: 'explained by another alert',
    active: 'alert',
    acknowledged: 'alert, acknowledged',
  },
  explaining: 'The alert that explains it',
  heldBack: {
    acknowledgement: 'Held back: acknowledged',
    silence: 'Held back: silenced',
    maintenance: 'Held back: maintenance',
    flapping: 'Starts and ends too often',
    cause: 'Held back: another alert explains it',
    quietHours: 'Held back: quiet hours',
    routing: 'Held back: a filter of the destination',
    hours: 'Held back: hours of the destination',
    hourLimit: 'Held back: the limit of messages per hour',
    grouping: 'Held back: waits for others',
    disabled: 'Held back: the destination is switched off',
    itself: 'Held back: it is about the destination',
  },
  /** `held`: that it is held back. */
  until: (held: string, time: string) => `${held}, until ${time}`,
});
