// The top of the first page.

const features = [
  [
    'Proxmox VE 7 to 9, Backup Server, Mail Gateway, Docker',
    'Nodes, guests, storages, backups, snapshots, ZFS, Ceph, disks, mail queues, and containers that Belfry’s own agent reports.',
  ],
  [
    'Alerts that say what is wrong and since when',
    'Operators acknowledge and silence them. Notifications go out by e-mail, webhooks, MQTT and to browsers, and a log says what became of each.',
  ],
  [
    'Few calls to your hosts',
    'A cluster gets 12 calls a minute for its live figures, whatever the number of guests. A token that may only read is enough.',
  ],
];

export const home = {
  layout: 'home',
  hero: {
    name: 'Belfry',
    text: 'Proxmox and Docker on one page',
    tagline: 'Every node, guest and container, live, in your browser. Self-hosted, one process, MIT.',
    actions: [
      { theme: 'brand', text: 'Install', link: '/guide/install' },
      { theme: 'alt', text: 'The first ten minutes', link: '/guide/first-ten-minutes' },
    ],
  },
  features: features.map(([title, details]) => ({ title, details })),
};
