// The texts of the page of the history.
import { formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsHistory', {
  loadFailed: 'The settings could not be loaded.',
  statusFailed: 'What is stored could not be loaded.',
  saved: 'The settings of the history are saved.',

  recording: 'Recording',
  recordingHint: 'Every ten seconds Belfry stores what it reads anyway. Hosts get no call for it.',
  enabled: 'Record the history',
  enabledHint: 'Off: nothing new is stored. What is stored stays until it is too old, and is still shown.',
  kept: {
    historyFineHours: 'Values of 10 seconds: hours',
    historyMinuteDays: 'Values of 1 minute: days',
    historyTenMinuteDays: 'Values of 10 minutes: days',
    historyHourDays: 'Values of 1 hour: days',
  },
  bounds: {
    historyFineHours: '1 to 168.',
    historyMinuteDays: '1 to 90.',
    historyTenMinuteDays: '7 to 730.',
    historyHourDays: '30 to 3650.',
  },
  oldest: (ago: string) => `The oldest is from ${ago}.`,
  nothingYet: 'Nothing stored yet.',
  cap: 'Largest size on disk, megabytes',
  capHint: 'From 64. When the history is larger, the oldest values of the finest resolution are removed first.',

  stored: 'Stored now',
  state: 'Status',
  isRecording: 'Recording',
  isPaused: 'Paused',
  isOff: 'Switched off',
  size: 'Size on disk',
  ofMost: (most: string) => `of at most ${most}`,
  oldestValue: 'Oldest value',
  resources: 'Resources',
  damaged: 'Damaged',
  blocks: (count: number) => (count === 0 ? 'None' : plural(count, 'block')),
  damagedHint: 'Damaged blocks are left out of every answer. Their time is shown as a gap.',
  paused: (ago: string) =>
    `The disk has accepted nothing since ${ago}. The last ten minutes are kept in memory. Recording goes on by itself when there is room.`,

  waitingSize: 'Queue on disk',
  inEngine: 'In the engine',
  remote: {
    title: 'Engine for time series',
    about: 'Stores the history in VictoriaMetrics, Prometheus or a compatible engine, in place of a file of Belfry.',
    enabled: 'Store the history in this engine',
    queryUrl: 'Address for questions',
    queryUrlHint: '/api/v1/query_range is added. Empty: the other address without /api/v1/write.',
    queryUrlRequired: 'Enter it: the other address does not end with /api/v1/write',
    longTermUrl: 'Address of remote write for the long term',
    longTermUrlHint:
      'Optional: a second engine, which keeps values for years. It gets one value for each hour, and is asked about long times. It has the user name and the secret of the first one.',
    longTermQueryUrl: 'Its address for questions',
    longTermWorks: 'The engine for the long term takes values and answers questions.',
    longTermFails: 'The engine for the long term does not do both.',
    labelsHint:
      'Part of every value, and of every question. Two installations of Belfry with one engine need different ones.',
    nothingCopied:
      'Nothing is copied. What Belfry has stored stays in its file, and is shown again when this is switched off. How long values are kept is a setting of the engine.',
    testHint: 'Writes a value with the settings as typed, and asks the engine.',
    answers: 'The engine answers questions.',
    silent: 'The engine does not answer questions.',
    saved: 'The engine of the history was saved.',
    failed: 'The engine was not saved',
  },

  imports: 'Import',
  importsHint: 'What Proxmox has kept itself, two calls a second at most.',
  noImports: 'No host that keeps its past is monitored.',
  upToDate: 'Nothing to import',
  calls: (done: number, total: number) => `${formatCount(done)} of ${plural(total, 'call')}`,
  complete: 'complete',
  failedCalls: (count: number) => `${formatCount(count)} without a usable answer`,
  waitsForPoll: 'waits: the host is polled first, and its last answer is missing or late',
  waitsForRecording: 'waits: nothing is recorded at present',

  export: 'Export',
  exportText:
    'Every value can be read as CSV or JSON, with the sign-in of a browser or with an API token whose scope is read:',
  exportRules: [
    'ids: resources as kind/id, separated by commas. Kinds are guest, node, storage, datastore, docker, container and others.',
    'metrics: all of the resource unless you name some. from and to: the last hour unless you name a range.',
    'points: the largest number of steps. Each step has its minimum, mean and maximum, and says who measured it.',
  ] as readonly string[],
  exportTry: 'For example what Belfry itself used in the last hour:',
  exportOwn: (format: string) => `Download as ${format}`,
});
