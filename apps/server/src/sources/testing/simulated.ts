// The hosts of the lab without their servers: they answer a path within this process. For tests only.

import { fail, ok } from '@belfry/domain/result';
import type { Answer } from '@belfry/lab/answer';
import { handlePbs } from '@belfry/lab/pbs/api';
import { createJobs } from '@belfry/lab/pbs/job';
import type { PbsRelease } from '@belfry/lab/pbs/server';
import { createStores } from '@belfry/lab/pbs/store';
import { handlePmg } from '@belfry/lab/pmg/api';
import type { PmgRelease } from '@belfry/lab/pmg/gateway';
import { createQueues } from '@belfry/lab/pmg/mail-flow';
import { createAccess } from '@belfry/lab/pve/access';
import { handlePve } from '@belfry/lab/pve/api';
import type { Incoming } from '@belfry/lab/server';
import { createTicketAccess } from '@belfry/lab/ticket-access';
import type { Release } from '@belfry/lab/world/catalogue';
import { createCluster } from '@belfry/lab/world/cluster';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { Ask } from './stand-in.ts';

const account = { user: 'monitor@pve', password: 'x' };
const credentials = { ...account, tokenName: 'monitor@pve!t', tokenValue: 's' };
const SEED = 3;

function incoming(path: string, headers: Incoming['headers']): Incoming {
  const url = new URL(`/api2/json${path}`, 'https://host');
  return { method: 'GET', path: url.pathname, params: Object.fromEntries(url.searchParams), headers };
}

/** Converts an answer to a result. A failure contains only its status, because the session creates the error texts. */
const said = ({ status, reason, body }: Answer) =>
  status === 200
    ? ok((JSON.parse(body ?? 'null') as { data?: unknown }).data)
    : fail({ kind: 'bad-status' as const, status, message: reason });

type Host = (path: string, now: number) => Answer;

const pveHost =
  (release: Release) =>
  (since: number): Host => {
    const cluster = createCluster({
      name: 'lab',
      nodes: ['n1', 'n2', 'n3'],
      guests: 12,
      seed: SEED,
      release,
      since,
    });
    const [asked] = cluster.nodes;
    if (!asked) throw new Error('the cluster has no nodes');
    const access = createAccess(credentials);
    const headers = { authorization: `PVEAPIToken=${credentials.tokenName}=${credentials.tokenValue}` };
    return (path, now) => {
      const { answer } = handlePve(cluster, access, asked, incoming(path, headers), now);
      if (answer === 'never') return { status: 596, reason: 'Connection timed out' };
      return path === '/storage' ? withCeph(answer) : answer;
    };
  };

/** Adds a storage on Ceph to the list, so that the source also asks for Ceph. */
function withCeph(answer: Answer): Answer {
  const { data } = JSON.parse(answer.body ?? '{}') as { data: unknown[] };
  const storage = { storage: 'vm-pool', type: 'rbd', pool: 'vm', content: 'images', shared: 1 };
  return { ...answer, body: JSON.stringify({ data: [...data, storage] }) };
}

const pbsHost =
  (release: PbsRelease) =>
  (since: number): Host => {
    const stores = createStores(SEED, 60, since);
    const jobs = createJobs(stores);
    const world = { name: 'lab', release, stores, jobs, tasks: [], calls: 0, bootedAt: since - 1e6, seed: SEED };
    const access = createTicketAccess(
      { ticket: 'PBS', cookie: 'PBSAuthCookie', token: { scheme: 'PBSAPIToken', separator: ':' } },
      [account],
      [{ name: credentials.tokenName, value: credentials.tokenValue }],
    );
    const headers = { authorization: `PBSAPIToken=${credentials.tokenName}:${credentials.tokenValue}` };
    return (path, now) => handlePbs(world, access, () => 'audit', 'localhost', incoming(path, headers), now).answer;
  };

const pmgHost =
  (release: PmgRelease) =>
  (since: number): Host => {
    const nodes = ['mail-1', 'mail-2'].map((name, i) => ({
      name,
      seed: SEED + i,
      queues: createQueues(SEED + i, 60 * i),
      isReachable: true,
    }));
    const quarantine = { spam: 812, virus: 14, attachment: 3 };
    const world = { name: 'lab', release, nodes, quarantine, bootedAt: since - 1e6, seed: SEED };
    const access = createTicketAccess({ ticket: 'PMG', cookie: 'PMGAuthCookie' }, [account], []);
    return (path, now) => {
      const login = access.login(account.user, account.password, now);
      const headers = { cookie: `PMGAuthCookie=${encodeURIComponent(login?.ticket ?? '')}` };
      return handlePmg(world, access, () => 'audit', 'mail-1', incoming(path, headers), now).answer;
    };
  };

/** Three releases of each product, the newest first, because older releases receive other calls. */
const hosts: Record<NodeType, ((since: number) => Host)[]> = {
  pve: [pveHost(9.2), pveHost(8.4), pveHost(7.4)],
  pbs: [pbsHost(4.1), pbsHost(3.2), pbsHost(2.4)],
  pmg: [pmgHost(9.1), pmgHost(8.1), pmgHost(7.3)],
};
export const ages = [0, 1, 2] as const;
export type Age = (typeof ages)[number];

/**
 * One host of the product since epoch ms. It gives the same answer to the same call at the same time. A backup server
 * changes the order each time.
 */
export function simulated(product: NodeType, since: number, age: Age = 0): Ask {
  const host = hosts[product][age]?.(Math.floor(since / 1000));
  if (!host) throw new Error(`no release ${age} of ${product}`);
  const given = new Map<string, ReturnType<Ask>>();
  return (path, now) => {
    const key = `${now} ${path}`;
    const known = given.get(key) ?? said(host(path, Math.floor(now / 1000)));
    given.set(key, known);
    return known;
  };
}
