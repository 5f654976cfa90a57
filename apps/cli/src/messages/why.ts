// `belfry why`
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('why', {
  title: (name: string, id: string) => `${name} (${id})`,
  nothing: 'No rule has anything to compare here.',
  statuses: {
    none: 'no alert',
    pending: 'not yet an alert',
    attached: 'explained by another alert',
    active: 'alert',
    acknowledged: 'alert, acknowledged',
  },
  heldBack: {
    acknowledgement: 'Its messages are held back: it is acknowledged',
    silence: 'Its messages are held back: it is silenced',
    maintenance: 'Its messages are held back: maintenance',
    flapping: 'It starts and ends too often, so it stays until it has been well for a while',
    cause: 'Its messages are held back: another alert explains it',
    quietHours: 'Its messages are held back: quiet hours',
    routing: 'Its messages are held back: a filter of the destination',
    hours: 'Its messages are held back: hours of the destination',
    hourLimit: 'Its messages are held back: the limit of messages per hour',
    grouping: 'Its messages are held back: they wait for others',
    disabled: 'Its messages are held back: the destination is switched off',
    itself: 'Its messages are held back: the alert is about the destination',
  },
  until: (time: string) => `, until ${time}`,
  id: (id: string) => `id: ${id}`,
});
