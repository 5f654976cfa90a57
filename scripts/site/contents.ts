// The order of the pages in the menu. A page of the guide that is not listed here comes at the end of its group.

export interface Group {
  text: string;
  items: { text: string; link: string }[];
}

/** By the beginning of their path: the first group that fits has the page. */
const groups: readonly (readonly [title: string, pages: readonly string[]])[] = [
  [
    'Start',
    ['guide/install', 'guide/first-ten-minutes', 'guide/configuration', 'guide/configuration-file', 'guide/updates'],
  ],
  ['Screens', ['screens/']],
  [
    'Watch',
    [
      'guide/permissions',
      'guide/docker-agent',
      'guide/what-belfry-notices',
      'guide/alerts-cookbook',
      'guide/what-changed',
      'guide/evidence',
      'guide/notification-services',
      'guide/prometheus',
    ],
  ],
  [
    'Operate',
    [
      'guide/single-sign-on',
      'guide/security',
      'guide/behind-a-proxy',
      'guide/resource-contract',
      'guide/sites',
      'guide/postgresql',
      'guide/two-servers',
      'guide/moving-from-pulse',
      'guide/troubleshooting',
      'guide/',
    ],
  ],
  ['API', ['api/index', 'api/', 'prometheus/']],
  [
    'Development',
    ['development/index', 'development/architecture', 'development/contributing', 'development/lab', 'development/'],
  ],
];

/** `pages`: their paths without `.md`, and their titles. */
export function contentsOf(pages: ReadonlyMap<string, string>): Group[] {
  const left = new Map([...pages].filter(([page]) => page !== 'index' && !page.startsWith('development/decisions/')));
  const taken = new Map<string, Group['items']>(groups.map(([title]) => [title, []]));
  // what is named before what only has a common beginning
  const exact = groups.flatMap(([title, names]) => names.map((name) => ({ title, name })));
  for (const folder of [false, true]) {
    for (const { title, name } of exact.filter((each) => each.name.endsWith('/') === folder)) {
      for (const [page, text] of [...left].filter(([page]) => (folder ? page.startsWith(name) : page === name))) {
        taken.get(title)?.push({ text, link: `/${page.replace(/(^|\/)index$/, '$1')}` });
        left.delete(page);
      }
    }
  }
  return groups.map(([text]) => ({ text, items: taken.get(text) ?? [] }));
}
