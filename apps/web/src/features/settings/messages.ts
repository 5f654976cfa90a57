// The names, titles and descriptions of the pages of the settings.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('settings', {
  label: 'Settings pages',
  proxmox: 'Proxmox',
  dockerGroup: 'Docker',
  administration: 'Administration',
  pages: {
    urls: {
      name: 'Guest URLs',
      title: 'Guest URLs',
      description: 'Your own addresses for guests: their names on the Overview become links.',
    },
    docker: {
      name: 'Docker hosts',
      title: 'Docker hosts',
      description: 'Hosts whose agent reports here, and how to add one.',
    },
    system: {
      name: 'System',
      title: 'System',
      description: 'Theme, network, embedding, discovery, polling, updates, backup and restore.',
    },
    updates: {
      name: 'Updates',
      title: 'Update History',
      description: 'The versions of Belfry that have run here.',
    },
    security: {
      name: 'Security',
      title: 'Security',
      description: 'Who has access: the account, API tokens, signed-in browsers and single sign-on.',
    },
    diagnostics: {
      name: 'Diagnostics',
      title: 'Diagnostics',
      description: 'What every host answers now, what cannot be read, and a file for a bug report.',
    },
  },
});
