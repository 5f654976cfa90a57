// Tries a host: is it what it should be, does it let us in, what may we see there?

import { maySeeDatastores } from '@belfry/domain/pbs-rights';
import type { Result } from '@belfry/domain/result';
import { fail, ok } from '@belfry/domain/result';
import type { NodeConfig, NodeType } from '@belfry/schema/config/node';
import type { NodeTest } from '@belfry/schema/http/nodes';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Registration } from '../../config/registration.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { type Cluster, readCluster } from './cluster.ts';
import type { Api, Connect } from './connection.ts';
import { kinds } from './kinds.ts';
import { normalizeRegistration } from './normalize.ts';

/** The whole test, all its calls included. */
export const TEST_MS = 10_000;

interface Found {
  test: Omit<NodeTest, 'status' | 'latency'>;
  cluster?: Cluster | undefined;
}
type Look = (api: Api, config: NodeConfig, now: number) => Promise<Result<Found, SourceError>>;

const count = (data: unknown): number => (Array.isArray(data) ? data.length : 0);
const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const looks: Readonly<Record<NodeType, Look>> = {
  async pve(api, config, now) {
    const nodes = await api.get('/nodes');
    if (!nodes.ok) return nodes;
    const cluster = await readCluster(api, config.host, iso(now));
    if (!cluster.ok) return cluster;
    const nodeCount = count(nodes.value);
    const members = cluster.value?.members.length;
    const message = `Connected to Proxmox VE: ${plural(nodeCount, 'node')} visible`;
    const clusterNodeCount = members ? { clusterNodeCount: members } : {};
    return ok({
      test: { message, isCluster: members !== undefined, nodeCount, ...clusterNodeCount },
      cluster: cluster.value,
    });
  },
  async pbs(api) {
    const datastores = await api.get('/admin/datastore');
    if (!datastores.ok) return datastores;
    // Datastores on removable disks are listed to everybody who may log in.
    const permissions = await api.get('/access/permissions');
    if (permissions.ok && !maySeeDatastores(permissions.value)) return fail(seesNothing);
    const datastoreCount = count(datastores.value);
    const message = `Connected to Proxmox Backup Server: ${plural(datastoreCount, 'datastore')} visible`;
    return ok({ test: { message, datastoreCount } });
  },
  async pmg(api) {
    const version = await api.get('/version');
    return version.ok ? ok({ test: { message: 'Connected to Proxmox Mail Gateway' } }) : version;
  },
};

const seesNothing: SourceError = {
  kind: 'forbidden',
  message:
    'The host accepts the account but shows it no datastore. Give the role Audit on / to the user and to its token.',
};

export const alreadyWatched = (name: string): string => `This cluster is already watched as "${name}".`;

/** `watching` names the instance that has the cluster already; then the test fails. */
export async function checkNode(
  config: NodeConfig,
  connect: Connect,
  clock: Clock,
  watching: (cluster: Cluster) => string | undefined = () => undefined,
): Promise<Answer<NodeTest>> {
  if (config.type === 'pmg' && config.tokenValue)
    return refuse('bad_request', `${kinds.pmg.title} accepts no API tokens. Use a user name and a password.`);
  const over = new AbortController();
  const cancel = clock.after(TEST_MS, () => over.abort());
  const started = clock.monotonic();
  const api = connect(config, over.signal);
  try {
    const found = await looks[config.type](api, config, started);
    if (!found.ok) return refuse('bad_request', found.error.message);
    const { test, cluster } = found.value;
    const other = cluster && watching(cluster);
    if (other) return refuse('conflict', alreadyWatched(other));
    return ok({ status: 'success', ...test, latency: Math.round(clock.monotonic() - started) });
  } finally {
    cancel();
    await api.close();
  }
}

/** Whether a certificate authority vouches for the host, seen from here: whatever it answers, TLS came first. */
export async function isVouchedFor(registration: Registration, connect: Connect, clock: Clock): Promise<boolean> {
  const config = normalizeRegistration({ ...registration, verifySSL: true });
  if (!config.ok) return false;
  const over = new AbortController();
  const cancel = clock.after(TEST_MS, () => over.abort());
  const api = connect(config.value, over.signal);
  const version = await api.get('/version').finally(cancel);
  await api.close();
  return version.ok || version.error.status !== undefined;
}
