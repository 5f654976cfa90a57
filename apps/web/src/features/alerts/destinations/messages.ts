// The texts of the page of notification destinations.
import { plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('alertDestinations', {
  saved: 'Configuration saved successfully!',
  saveFailed: 'Failed to save configuration',
  discarded: 'Changes discarded',
  reloadFailed: 'Failed to reload configuration',
  unsaved: (what: string) => `Not saved yet: ${what}`,
  enabled: 'Enabled',
  disabled: 'Disabled',
  loadFailed: (what: string) => `This could not be loaded: ${what}`,

  standing: {
    states: { queued: 'Waiting', sending: 'Sending', sent: 'Delivered', failed: 'Failed', 'given-up': 'Given up' },
    never: 'No message yet',
    disabled: 'Disabled',
    before: (title: string, when: string) => `last: ${title}, ${when}`,
    attempts: (count: number) => plural(count, 'try', 'tries'),
    lost: (count: number) => `${plural(count, 'answer')} lost`,
    again: (time: string) => `again at ${time}`,
  },
  gets: {
    levels: { warning: 'Warning and critical', critical: 'Critical only' },
    types: (count: number) => plural(count, 'type'),
    instances: (count: number) => plural(count, 'instance'),
    nodes: (count: number) => plural(count, 'node'),
    tag: (tag: string) => `tag ${tag}`,
    all: 'all resources',
    noEnds: 'no ends',
  },

  email: {
    title: 'Email notifications',
  },

  webhooks: {
    title: 'Webhooks',
    count: (count: number, enabled: number) =>
      count === 0 ? 'none configured' : `${plural(count, 'webhook')} configured, ${enabled} enabled`,
    enableAll: 'Enable All',
    disableAll: 'Disable All',
    list: 'Webhooks',
    name: 'Name',
    gets: 'Gets',
    last: 'Last delivery',
    enable: (name: string) => `${name} is enabled`,
    none: 'No webhooks configured',
    noneHint: 'A webhook sends alerts to a chat, a phone or a service of your own.',
    updateFailed: 'Failed to update webhook',
  },
});
