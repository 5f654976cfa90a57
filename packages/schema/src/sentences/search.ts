// What a search finds, by its examples, and what is wrong with a search.

export const search = {
  'search.noField': 'There is no field "{given}". The fields are {fields}. A text in quotes is searched as it is.',
  'search.otherField': 'There is no field "{given}". Did you mean {nearest}? A text in quotes is searched as it is.',
  'search.noNumber': '"{given}" is not a number. Write it like {nearest}.',
  'search.noFigure': '{field} is a text, which is not compared. Write {nearest}.',
  'search.noValue': '{field} is never "{given}". Write {nearest}.',
  'search.guest.word': 'name, VMID, node, status or tag contains "web"',
  'search.guest.type': 'only Linux containers; "vm" finds virtual machines',
  'search.guest.figure': 'cpu, memory or disk in percent; an unknown figure is not found',
  'search.guest.uptime': 'uptime in s, m, h or d',
  'search.guest.rate': 'a rate: diskread, diskwrite, netin, netout',
  'search.guest.field': 'a field contains a text: name, node, vmid, os, ip, pool, …',
  'search.guest.cluster': 'a cluster; "standalone" finds the nodes outside of clusters',
  'search.guest.site': 'the site whose collector polls the guest, by its name',
  'search.guest.status': 'a status: running, stopped, paused, unreachable, …, or what it is counted as: other, unknown',
  'search.guest.tags': 'any of these tags, with no space after the comma',
  'search.guest.not': 'without this tag; a minus sign reverses any term',
  'search.guest.or': 'either; AND, OR and spaces (= AND) go from left to right',
  'search.guest.comma': 'both: what stands between commas must all match',
  'search.guest.groups': 'one of the first two, and above 50 percent',
  'search.guest.quotes': 'exactly this text, with its spaces and signs',
} as const;

/** The search text of each, and the name of the sentence that says what it finds. */
export const guestExamples = [
  ['web', 'search.guest.word'],
  ['lxc', 'search.guest.type'],
  ['cpu>80', 'search.guest.figure'],
  ['uptime<1h', 'search.guest.uptime'],
  ['netin>10M', 'search.guest.rate'],
  ['node:pve1', 'search.guest.field'],
  ['cluster:berlin', 'search.guest.cluster'],
  ['site:köln', 'search.guest.site'],
  ['status:paused', 'search.guest.status'],
  ['tags:prod,web', 'search.guest.tags'],
  ['-tag:prod', 'search.guest.not'],
  ['cpu>80 OR memory>90', 'search.guest.or'],
  ['prod, web', 'search.guest.comma'],
  ['db OR web, cpu>50', 'search.guest.groups'],
  ['"web server"', 'search.guest.quotes'],
] as const satisfies readonly (readonly [string, keyof typeof search])[];

/** The examples as a list in Markdown, for whoever reads about the API. */
export const guestSearchHelp = guestExamples.map(([example, id]) => `- \`${example}\`: ${search[id]}`).join('\n');
