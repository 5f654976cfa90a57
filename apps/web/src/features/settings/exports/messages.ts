// The texts of the exports of values.
import { formatBytes, formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsExports', {
  loadFailed: 'The settings could not be loaded.',
  adminOnly: 'Only an administrator can change these settings.',
  metrics: {
    title: 'Metrics for Prometheus',
    about:
      'Prometheus and others read the present values of everything here. It takes an API token with the access “Metrics only”.',
    address: 'Address',
  },
  titles: { prometheus: 'Remote write', influxdb: 'InfluxDB' },
  about: {
    prometheus: 'Sends the same values to Prometheus, VictoriaMetrics, Mimir, Thanos or another compatible engine.',
    influxdb: 'Sends the same values as lines to InfluxDB, version 1 or 2.',
  },
  examples: {
    prometheus: 'https://tsdb.example/api/v1/write',
    influxdb: 'https://influx.example/api/v2/write?org=home&bucket=belfry',
  },
  enabled: 'Enabled',
  url: 'Address',
  urlHint: { prometheus: '', influxdb: 'Version 1: https://influx.example/write?db=belfry' },
  urlRequired: 'Enter the address to which values are written',
  username: 'User',
  secret: 'Password or token',
  secretHint: 'Without a user it is a token.',
  secretKept: 'Stored; type to replace it',
  labels: 'Additional labels',
  labelsHint: 'They are added to every value, such as site=home, room=cellar',
  labelsWrong: 'Write labels as name=value, separated by commas',
  intervalSeconds: 'Interval in seconds',
  maxQueueMegabytes: 'Queue, at most MB',
  maxQueueHours: 'Queue, at most hours',
  queueHint: 'While the engine does not answer or refuses the credentials, values wait on the disk.',
  outOfRange: (least: number, most: number) => `Enter a whole number from ${least} to ${formatCount(most)}`,
  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard',
  saved: 'The export was saved.',
  failed: 'The export was not saved',
  test: 'Test',
  testing: 'Testing…',
  testHint: 'Writes a few values with the settings as typed.',
  accepted: 'The engine accepted the values.',
  refused: 'The engine did not accept the values.',
  noAnswer: 'No answer',
  http: (status: number) => `HTTP ${status}`,
  states: {
    off: 'Disabled',
    none: 'Not configured',
    waits: 'Nothing was sent yet',
    sent: (ago: string) => `Sent ${ago}`,
    refused: (words: string) => `Refused: credentials. ${words}`,
    waiting: (values: number, bytes: number) =>
      `${plural(values, 'value waits', 'values wait')}, ${formatBytes(bytes)}`,
    dropped: (values: number, reason: string) => `${plural(values, 'value')} dropped: ${reason}`,
  },
});
