import type { messages } from '../../../../../../apps/web/src/features/docker/messages.ts';
import { formatCount, plural, wholePercent } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const docker: Translation<typeof messages> = {
  cpuShare: (share) => `${wholePercent(share)} % von allen`,
  cpuOfCores: (ofOne, share) =>
    `${wholePercent(ofOne)} % eines Kerns, ${wholePercent(share)} % von dem, was er nutzen darf`,
  groupings: { grouped: 'Gruppiert', flat: 'Liste' },
  detail: {
    container: 'Container',
    life: 'Lebenslauf',
    labels: (count) => `Labels (${count})`,
    image: 'Image',
    id: 'ID',
    compose: 'Compose',
    memory: 'RAM',
    memoryLimit: 'RAM-Grenze',
    noLimit: 'keine',
    cpuLimit: 'CPU-Grenze',
    status: 'Status',
    uptime: 'Laufzeit',
    created: 'Erzeugt',
    started: 'Gestartet',
    finished: 'Beendet',
    exitCode: 'Exit-Code',
    outOfMemory: (code) => `${code} (Arbeitsspeicher erschöpft)`,
    network: 'Netzwerk',
    ports: 'Ports',
  },
  heads: {
    name: 'Container',
    host: 'Host',
    status: 'Status',
    cpu: 'CPU',
    memory: 'RAM',
    restarts: 'Neustarts',
  },
  missingHost: (id) => `Den gewählten Docker-Host gibt es nicht mehr (${id}). Alle Hosts werden gezeigt.`,
  title: 'Docker',
  loading: 'Docker-Daten werden geladen...',
  none: 'Keine Docker-Hosts eingerichtet',
  noneHint:
    'Starten Sie den Agenten auf einem Docker-Host: Mit der ersten Meldung erscheint er hier mit seinen Containern.',
  copyInstall: 'Installationsbefehl kopieren',
  needsToken: 'Als letztes Wort braucht der Befehl ein API-Token. Die Einstellungen erzeugen eines.',
  toSettings: 'Docker-Einstellungen',

  search: 'Container suchen',
  grouping: 'Gruppierung',
  clearHost: (name) => `Alle Hosts zeigen, nicht nur ${name}`,
  host: (name) => `Host: ${name}`,

  hosts: 'Docker-Hosts',
  allHosts: (count, unreachable) =>
    `${plural(count, 'Host', 'Hosts')}${unreachable === 0 ? '' : ` · ${formatCount(unreachable)} nicht erreicht`}`,
  running: (running, all) => `${running}/${all}`,
  runningOf: (running, all) => `${running} von ${all} Containern laufen`,
  cpu: 'CPU',
  memory: 'RAM',
  memoryShort: 'RAM',
  upSince: (duration) => `läuft seit ${duration}`,
  cores: (count) => plural(count, 'Kern', 'Kerne'),

  table: 'Container',
  legend: ({ running, other, unreachable }) =>
    [
      ...(running + other > 0 || unreachable === 0
        ? [`${formatCount(running)} laufend`, `${formatCount(other)} nicht laufend`]
        : []),
      ...(unreachable > 0 ? [`${formatCount(unreachable)} nicht erreicht`] : []),
    ].join(', '),
  containers: (count) => plural(count, 'Container', 'Container'),
  empty: 'keine Container',
  notFound: 'Keine Container gefunden',
  noMatch: (search) => `Kein Container passt zur Suche „${search}“`,
  noneHere: 'Die gezeigten Hosts haben keine Container.',
  outdated: 'Agent veraltet',
  outdatedHint:
    'Der Agent ist älter als der, den dieser Server bereitstellt: Führen Sie den Installationsbefehl erneut aus.',
  clock: (ahead) => `Uhr geht ${ahead > 0 ? 'vor' : 'nach'}`,
  clockHint: 'Die Uhr dieses Hosts geht falsch; die Zeiten seiner Container sind entsprechend korrigiert.',
  rare: 'meldet sich selten',
  rareHint: 'Er meldet sich so selten, dass er zwischen zwei Meldungen als nicht erreicht gelten kann.',
  omitted: (count) => `${count} weitere`,
  omittedHint: 'So viele Container passten nicht mehr in eine Meldung.',
  section: 'Containertabelle',
  was: (now, before) => `${now}, zuletzt: ${before}`,
  searchTips: [
    ['web', 'Name, Image, Status, Projekt oder Host enthält „web“'],
    ['name:web', 'der Name enthält „web“'],
    ['image:postgres', 'das Image enthält „postgres“'],
    ['host:dock-1', 'nur Container dieses Hosts'],
    ['status:exited', 'running, exited, paused, unhealthy, offline, …'],
    ['id:3f2a', 'die ID enthält „3f2a“'],
    ['label:team=shop', 'ein Label als Schlüssel=Wert enthält das'],
    ['cpu>80 memory>90', 'Werte: cpu in Prozent eines Kerns, memory, restarts, uptime (s)'],
  ],
};
