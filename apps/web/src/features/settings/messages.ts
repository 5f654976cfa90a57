// The names, titles and descriptions of the pages of the settings.
import { byKind, kinds, type NodeType } from '@belfry/schema/config/kinds';
import { inLanguage } from '../../lib/language/in-language.ts';

/** The English texts of a kind of instance are with its other facts. */
const wordsOf = (type: NodeType) => {
  const { name, title, description } = kinds[type].page;
  return { name, title, description };
};

export const messages = inLanguage('settings', {
  label: 'Settings pages',
  proxmox: 'Proxmox',
  others: 'Other hypervisors',
  dockerGroup: 'Docker',
  places: 'Where it runs',
  administration: 'Administration',
  kinds: byKind(wordsOf),
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
    sites: {
      name: 'Sites',
      title: 'Sites',
      description: 'Collectors that poll hosts in other networks and connect to this server.',
    },
    system: {
      name: 'System',
      title: 'System',
      description: 'Theme, network, embedding, discovery, polling, updates, backup and restore.',
    },
    history: {
      name: 'History',
      title: 'History',
      description: 'What is recorded and for how long, its size on disk, the import and the export.',
    },
    updates: {
      name: 'Updates',
      title: 'Update History',
      description: 'The versions of Belfry that have run here.',
    },
    exports: {
      name: 'Exports',
      title: 'Exports',
      description: 'Values for Prometheus, Grafana and InfluxDB: to be read from here, or sent by Belfry.',
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
