// What mail gateways of release 9.1 answer: numbers are sometimes texts. All names and numbers are our own. For tests only.

export const single = {
  ...{
    name: 'gate1',
    type: '-',
    cid: 0,
    ip: '192.0.2.10',
    insync: 1,
    uptime: 654_321,
    pmgversion: 'pmg-api/9.1.2/0123456789ab',
  },
  ...{ cpu: 0.12, wait: 0.03, loadavg: ['0.50', '1.25', '1.75'] },
  memory: { total: 16_000_000_000, used: 4_000_000_000, free: 12_000_000_000 },
  swap: { total: 8_000_000_000, used: 0, free: 8_000_000_000 },
  rootfs: { total: 100_000_000_000, used: 40_000_000_000, avail: 60_000_000_000 },
};

/** The second gateway cannot be reached: its row has no figures. */
export const cluster = [
  { cid: 1, name: 'gate1', ip: '192.0.2.10', type: 'master', insync: 1 },
  { cid: 2, name: 'gate2', ip: '192.0.2.11', type: 'node', insync: 0, conn_error: 'connection refused' },
];

export const mail = {
  ...{ count: 40, count_in: 40, count_out: 0, bytes_in: 22109, bytes_out: 0, spamcount_in: 8, spamcount_out: 0 },
  ...{ viruscount_in: 2, viruscount_out: 0, bounces_in: 2, bounces_out: 0, junk_in: 10, glcount: 0, avptime: 0.6849 },
};

/** One row for each level, and most are empty. */
export const scores = Array.from({ length: 11 }, (_, level) => ({
  level,
  count: level === 10 ? 4 : level % 2,
  ratio: 0.1,
}));

export const spam = { count: 8, mbytes: 0.03, avgbytes: '534.0', avgspam: '7.5' };
export const virus = { count: 2, mbytes: 0.5, avgbytes: 0 };

const buckets = ['5m', '10m', '20m', '40m', '80m', '160m', '320m', '640m', '1280m', '1280m+'];
const total = (counts: Record<string, string>) => ({
  ...{ domain: 'TOTAL', total: '0', ...Object.fromEntries(buckets.map((bucket) => [bucket, '0'])) },
  ...counts,
});

export const shape = [
  total({ total: '7', '5m': '5', '40m': '2' }),
  { domain: 'one.example', total: '5', '5m': '5' },
  { domain: 'two.example', total: '2', '40m': '2' },
];
export const emptyShape = [total({})];

const waiting = { queue_name: 'deferred', queue_id: '4Abc12345xyz', arrival_time: 1_790_075_000, message_size: 20480 };
export const deferred = ['b', 'c'].map((name) => ({
  ...waiting,
  sender: 'a@one.example',
  receiver: `${name}@two.example`,
}));

/** A program that is not installed has a state of its own. */
export const services = [
  { service: 'postfix', desc: 'Postfix', state: 'running', 'active-state': 'active', 'unit-state': 'enabled' },
  { service: 'pmg-smtp-filter', desc: 'Filter', state: 'dead', 'active-state': 'inactive', 'unit-state': 'enabled' },
  { service: 'chrony', desc: '', state: 'unknown', 'active-state': 'unknown', 'unit-state': 'not-found' },
];
