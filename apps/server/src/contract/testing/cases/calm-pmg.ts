// A calm mail gateway of one node, or of the nodes of a case.
import { type Answers, type CalmHost, changed, DAY_S, GiB, type Row } from './calm.ts';
import type { HostFacts } from './case-files.ts';

const HOUR_S = 3600;

function answers({ version = '9.0.2', nodes = [] }: HostFacts, now: number): Answers {
  const isCluster = nodes.length > 1;
  const rows = nodes.map(({ node, ...own }, i): Row => {
    const role = isCluster ? (i === 0 ? 'master' : 'node') : '-';
    return changed(
      {
        ...{ cid: isCluster ? i + 1 : 0, name: node, type: role, ip: `192.0.2.${i + 31}`, level: '', insync: 1 },
        ...{ cpu: 0.03, loadavg: ['0.20', '0.15', '0.11'], uptime: 30 * DAY_S },
        memory: { total: 8 * GiB, used: 2 * GiB, free: 6 * GiB },
        rootfs: { total: 40 * GiB, used: 7 * GiB, avail: 31 * GiB, free: 33 * GiB },
      },
      own,
    );
  });
  const begin = now - (now % HOUR_S);
  const traffic = {
    count_in: 40,
    count_out: 9,
    spamcount_in: 6,
    spamcount_out: 0,
    viruscount_in: 0,
    viruscount_out: 0,
  };
  const hours = Array.from({ length: 24 }, (_, index) => ({ index, time: begin - (23 - index) * HOUR_S, ...traffic }));
  return {
    '/version': { version, release: version.split('.').slice(0, 2).join('.'), repoid: '0123abcd' },
    '/access/ticket': {
      ticket: 'PMG:belfry@pmg:0::x',
      CSRFPreventionToken: 'x',
      username: 'belfry@pmg',
      role: 'audit',
    },
    '/config/cluster/status': rows,
    '/nodes': nodes.map(({ node }) => ({ node })),
    '/nodes/*/status': ([, node]: readonly string[]) => rows.find(({ name }) => name === node),
    '/nodes/*/postfix/qshape': [{ domain: 'TOTAL', total: '0', '5m': '0' }],
    '/nodes/*/postfix/queue/*': [],
    '/nodes/*/tasks': [],
    '/nodes/*/services': [],
    '/statistics/mail': {
      count: 1176,
      count_in: 960,
      count_out: 216,
      spamcount_in: 144,
      viruscount_in: 0,
      bounces_in: 0,
    },
    '/statistics/mailcount': hours,
    '/statistics/spamscores': [],
    '/statistics/domains': [],
    '/quarantine/spamstatus': { count: 12, mbytes: 1, avgbytes: 4000, avgspam: 7 },
    '/quarantine/virusstatus': { count: 0 },
    '/quarantine/attachment': [],
  };
}

export const calmPmg: CalmHost = {
  rows: (facts) => ({ nodes: [{ node: 'gate' }], ...facts }),
  answers,
};
