// Every call of Proxmox Mail Gateway that the lab answers.
import { invalid, ok, page, refuse } from '../answer.ts';
import type { Param, Params } from '../router.ts';
import { along } from '../world/course.ts';
import { walk } from '../world/walk.ts';
import type { Call, PmgRoute } from './call.ts';
import type { Node } from './gateway.ts';
import { completeHours, deferredAlong, type Hour, listedHours, type Queue, queueNames } from './mail-flow.ts';
import { keptMails, type QuarantineKind, quarantineStatus } from './quarantine.ts';
import { settingsRoutes } from './routes-settings.ts';

const text = { rule: 'string' } as const;
const integer = { rule: 'integer' } as const;
const range: Record<string, Param> = {
  starttime: integer,
  endtime: integer,
  day: integer,
  month: integer,
  year: integer,
};

const versions: Record<number, { version: string; release: string; repoid: string }> = {
  7.3: { version: '7.3-9', release: '7.3', repoid: '2d8a5e5c' },
  8.1: { version: '8.1.4', release: '8.1', repoid: 'ac8c3ed8' },
  9.1: { version: '9.1.2', release: '9.1', repoid: '42245585286a' },
};

function nodeFigures({ world, now }: Call, node: Node) {
  const total = 16_000_000_000;
  const used = Math.floor(total * (0.2 + 0.2 * walk(node.seed, now, 900)));
  return {
    uptime: now - world.bootedAt,
    time: now,
    loadavg: ['0.82', '1.94', '1.70'],
    cpu: 0.05 + 0.3 * walk(node.seed + 1, now, 300),
    wait: 0.03,
    memory: { total, used, free: total - used },
    swap: { total: 8_589_930_496, used: 0, free: 8_589_930_496 },
    rootfs: { total: 100_000_000_000, avail: 60_000_000_000, used: 40_000_000_000, free: 60_000_000_000 },
    kversion: 'Linux 6.14.8-2-pve',
    pmgversion: `pmg-api/${versions[world.release]?.version}/${versions[world.release]?.repoid}`,
  };
}

/** The row of a node: its figures, or the reason why there are none. */
function clusterRow(call: Call, node: Node, nth: number) {
  const isAlone = call.world.nodes.length === 1;
  const row = {
    cid: isAlone ? 0 : nth + 1,
    name: node.name,
    ip: `192.0.2.${41 + nth}`,
    type: isAlone ? '-' : nth === 0 ? 'master' : 'node',
    fingerprint: '-',
    hostrsapubkey: '-',
    rootrsapubkey: '-',
  };
  if (!node.isReachable) return { ...row, insync: 0, conn_error: "500 Can't connect to the node (No route to host)" };
  return { ...row, insync: 1, ...nodeFigures(call, node) };
}

const sum = (hours: readonly Hour[], key: keyof Hour) => hours.reduce((all, hour) => all + hour[key], 0);

function mail({ world, now }: Call) {
  const hours = completeHours(world.seed, now).map(({ hour }) => hour);
  const of = (key: keyof Hour) => sum(hours, key);
  const junk = (
    ['viruscount_in', 'spamcount_in', 'glcount', 'spfcount', 'rbl_rejects', 'pregreet_rejects'] as const
  ).map(of);
  return {
    count: of('count_in') + of('count_out'),
    count_in: of('count_in'),
    count_out: of('count_out'),
    spamcount_in: of('spamcount_in'),
    spamcount_out: of('spamcount_out'),
    viruscount_in: of('viruscount_in'),
    viruscount_out: of('viruscount_out'),
    bounces_in: of('bounces_in'),
    bounces_out: of('bounces_out'),
    // The gateway returns sums of large numbers as text.
    bytes_in: String(of('bytes_in')),
    bytes_out: String(of('bytes_out')),
    glcount: of('glcount'),
    spfcount: of('spfcount'),
    rbl_rejects: of('rbl_rejects'),
    pregreet_rejects: of('pregreet_rejects'),
    junk_in: junk.reduce((a, b) => a + b, 0),
    junk_out: of('spamcount_out') + of('viruscount_out'),
    avptime: 0.684675025939941,
  };
}

/** Releases before 8 return the values of the database: numbers as text, and null for a sum without rows. */
const asSent = ({ world }: Call, figures: Record<string, number | string>) =>
  world.release >= 8
    ? figures
    : Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value === 0 ? null : String(value)]));

function mailCount({ world, now }: Call) {
  return listedHours(world.seed, now).map(({ time, hour: h }, index) => ({
    index,
    time,
    count: h.count_in + h.count_out,
    count_in: h.count_in,
    count_out: h.count_out,
    spamcount_in: h.spamcount_in + h.glcount + h.spfcount + h.rbl_rejects + h.pregreet_rejects,
    spamcount_out: h.spamcount_out,
    viruscount_in: h.viruscount_in,
    viruscount_out: h.viruscount_out,
    bounces_in: h.bounces_in,
    bounces_out: h.bounces_out,
    rbl_rejects: h.rbl_rejects,
    pregreet_rejects: h.pregreet_rejects,
  }));
}

const levelShares = [0.02, 0.03, 0.05, 0.08, 0.22, 0.2, 0.15, 0.1, 0.05, 0.1];

/** Level 0 is all mail without a score, level 10 means 10 and more. Every incoming mail has one level. */
function spamScores(call: Call) {
  const { count_in: all, spamcount_in: spam } = mail(call);
  const counts = levelShares.map((share) => Math.floor(spam * share));
  const clean = all - counts.reduce((sum, count) => sum + count, 0);
  return [clean, ...counts].map((count, level) => ({ level, count, ratio: all > 0 ? count / all : 0 }));
}

const ownDomains = [
  ['example.net', 0.55],
  ['example.org', 0.3],
  ['home.arpa', 0.1],
] as const;

/** The remaining mails are for other domains. */
function domains(call: Call) {
  const day = mail(call);
  return ownDomains.map(([domain, share]) => {
    const part = (count: number | string) => Math.floor(Number(count) * share);
    return {
      domain,
      count_in: part(day.count_in),
      count_out: part(day.count_out),
      bytes_in: part(day.bytes_in),
      bytes_out: part(day.bytes_out),
      spamcount_in: part(day.spamcount_in),
      spamcount_out: 0,
      viruscount_in: part(day.viruscount_in),
      viruscount_out: 0,
    };
  });
}

const buckets = [5, 10, 20, 40, 80, 160, 320, 640, 1280];
const bucketOf = (minutes: number) => {
  const end = buckets.find((bucket) => minutes < bucket);
  return end === undefined ? '1280m+' : `${end}m`;
};

/** All numbers in this answer are texts. */
function shapeRow(domain: string, queue: Queue) {
  const ages = Object.groupBy(queue, ({ minutes }) => bucketOf(minutes));
  const columns = [...buckets.map((bucket) => `${bucket}m`), '1280m+'];
  const counts = columns.map((column) => [column, String(ages[column]?.length ?? 0)]);
  return { domain, total: String(queue.length), ...Object.fromEntries(counts) };
}

function queueRows({ now }: Call, name: string, queue: Queue, params: Params) {
  const rows = queue.map(({ domain, minutes }, i) => ({
    queue_name: name,
    queue_id: `4XyZ${i.toString(16).padStart(8, '0')}`,
    arrival_time: now - minutes * 60,
    message_size: 20_480,
    sender: 'a@example.net',
    receiver: `b@${domain}`,
    // Only deferred mails have a reason.
    ...(name === 'deferred' && { reason: `connect to mx.${domain}[192.0.2.9]:25: Connection timed out` }),
  }));
  if (params.sortfield === 'arrival_time') rows.sort((a, b) => a.arrival_time - b.arrival_time);
  if (params.sortdir === 'DESC') rows.reverse();
  const start = Number(params.start ?? 0);
  return page(rows.slice(start, start + Number(params.limit ?? 50)), rows.length);
}

/** Only administrators and auditors may read the queues. */
const withQueue = (call: Call, name: string, answer: (queue: Queue) => ReturnType<typeof ok>) => {
  const known = queueNames.find((queue) => queue === name);
  if (call.role === 'qmanager') return refuse(403, 'Permission check failed');
  if (!known) return refuse(400, 'Parameter verification failed.');
  const { queues, waiting } = call.node;
  return answer(known === 'deferred' ? deferredAlong(waiting, queues.deferred, call.now) : queues[known]);
};

const DAY_S = 86_400;
const kept = ({ world, now }: Call, kind: QuarantineKind) =>
  keptMails(world.seed, kind, Math.round(along(world.courses?.[kind], world.quarantine[kind], now)), now);

/** The mails of the last day, unless the parameters contain another time. */
function keptList(call: Call, kind: QuarantineKind, { starttime, endtime, pmail }: Params) {
  const from = starttime === undefined ? call.now - DAY_S : Number(starttime);
  const to = endtime === undefined ? from + DAY_S : Number(endtime);
  return ok(
    kept(call, kind)
      .filter(({ time, receiver }) => time >= from && time <= to && (pmail ?? receiver) === receiver)
      .map(({ spamlevel, virusname, ...row }) => ({
        ...row,
        ...(kind === 'spam' && { spamlevel }),
        ...(kind === 'virus' && { virusname }),
      })),
  );
}

const keptParams = { starttime: { rule: { min: 0 } }, endtime: { rule: { min: 1 } }, pmail: text } as const;

export const pmgRoutes: PmgRoute[] = [
  { path: '/version', answer: ({ world }) => ok(versions[world.release]) },
  {
    path: '/access/ticket',
    method: 'POST',
    public: true,
    params: {
      username: { rule: 'string', required: true },
      password: { rule: 'string', required: true },
      realm: text,
      otp: text,
      path: text,
      'tfa-challenge': text,
    },
    answer({ access, now, role }, params) {
      const ticket = access.login(params.username ?? '', params.password ?? '', now);
      return ticket ? ok({ ...ticket, role }) : refuse(401, 'authentication failure');
    },
  },
  { path: '/nodes', answer: ({ world }) => ok(world.nodes.map(({ name }) => ({ node: name }))) },
  {
    path: '/config/cluster/status',
    params: { list_single_node: { rule: 'boolean' } },
    answer: (call, params) =>
      call.world.nodes.length === 1 && params.list_single_node !== '1'
        ? ok([])
        : ok(call.world.nodes.map((node, nth) => clusterRow(call, node, nth))),
  },
  {
    path: '/nodes/{node}/status',
    answer: (call) =>
      ok({
        insync: 1,
        ...nodeFigures(call, call.node),
        ...(call.world.release >= 8 && {
          'boot-info': { mode: 'efi', secureboot: 0 },
          'current-kernel': { sysname: 'Linux', release: '6.14.8-2-pve', version: '#1 SMP', machine: 'x86_64' },
        }),
      }),
  },
  { path: '/statistics/mail', params: range, answer: (call) => ok(asSent(call, mail(call))) },
  {
    path: '/statistics/mailcount',
    params: { ...range, timespan: integer },
    answer: (call, params) =>
      Number(params.timespan ?? 3600) < 3600 ? refuse(400, 'Parameter verification failed.') : ok(mailCount(call)),
  },
  { path: '/statistics/spamscores', params: range, answer: (call) => ok(spamScores(call)) },
  { path: '/statistics/domains', params: range, answer: (call) => ok(domains(call)) },
  { path: '/quarantine/spamstatus', answer: (call) => ok(quarantineStatus(kept(call, 'spam'))) },
  {
    path: '/quarantine/virusstatus',
    answer(call) {
      const { avgspam: _, ...status } = quarantineStatus(kept(call, 'virus'));
      return ok(status);
    },
  },
  {
    path: '/quarantine/spam',
    params: keptParams,
    answer: (call, params) =>
      params.pmail === undefined
        ? invalid({ pmail: `parameter required with role '${call.role}'` })
        : keptList(call, 'spam', params),
  },
  { path: '/quarantine/virus', params: keptParams, answer: (call, params) => keptList(call, 'virus', params) },
  {
    path: '/quarantine/attachment',
    params: keptParams,
    answer: (call, params) => keptList(call, 'attachment', params),
  },
  {
    path: '/nodes/{node}/postfix/qshape',
    params: { queue: { rule: queueNames } },
    answer: (call, params) =>
      withQueue(call, params.queue ?? 'deferred', (queue) => {
        const domainNames = [...new Set(queue.map(({ domain }) => domain))];
        const rows = domainNames.map((domain) =>
          shapeRow(
            domain,
            queue.filter((message) => message.domain === domain),
          ),
        );
        return ok([shapeRow('TOTAL', queue), ...rows]);
      }),
  },
  { path: '/nodes/{node}/postfix/queue', answer: () => ok(queueNames.map((name) => ({ name }))) },
  {
    path: '/nodes/{node}/postfix/queue/{queue}',
    params: {
      filter: text,
      limit: integer,
      start: integer,
      sortdir: { rule: ['ASC', 'DESC'] },
      sortfield: { rule: ['arrival_time', 'message_size', 'sender', 'receiver', 'reason'] },
    },
    answer: (call, params) => withQueue(call, call.queue, (queue) => queueRows(call, call.queue, queue, params)),
  },
  ...settingsRoutes,
];
