// The texts of the browsers that receive notifications.
import { plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('alertBrowsers', {
  title: 'Browsers',
  count: (count: number) => (count === 0 ? 'none is notified' : `${plural(count, 'browser')} notified`),
  loadFailed: (why: string) => `The browsers could not be loaded: ${why}`,
  about: 'A browser shows alerts also while no page of Belfry is open. Its vendor passes on what it cannot read.',
  support: {
    insecure:
      'This browser cannot be notified, because this page came over plain http. Open Belfry with https, or as http://localhost on its own machine.',
    unsupported: 'This browser cannot show notifications of websites.',
    blocked:
      'This browser blocks notifications of this site. Allow them in the settings of the site, beside its address, and try again.',
    asks: 'This browser is not notified yet. It will ask you for permission.',
    allowed: 'This browser is not notified yet. It has your permission.',
  },
  isNotified: 'This browser is notified.',
  ended: 'This browser was notified, and its subscription has ended.',
  notAnswered: 'The browser was not given permission, so nothing was changed.',
  notSubscribed: (why: string) => `The browser could not subscribe at its push service: ${why}`,
  notify: 'Notify this browser',
  notifyTitle: 'Notify this browser',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name of this browser',
  nameRequired: 'Enter a name',
  enabled: 'Enabled',
  save: 'Save',
  saving: 'Saving…',
  failed: (why: string) => `It was not saved: ${why}`,
  list: 'Browsers that are notified',
  heads: { name: 'Browser', user: 'User', gets: 'Gets', last: 'Last delivery' },
  here: 'this one',
  via: (service: string) => `via ${service}`,
  isEnabled: (name: string) => `${name} is enabled`,
  test: 'Test',
  testOf: (name: string) => `Test ${name}`,
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'This browser is not notified any more. It can be added again at any time, in that browser only.',
  removeAction: 'Remove',
  added: 'This browser is notified from now on',
  updated: 'Browser updated',
  removed: 'Browser removed',
  updateFailed: 'The browser could not be updated',
});
