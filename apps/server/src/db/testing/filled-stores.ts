// Stores with something in each of them.
import { NodeConfig } from '@belfry/schema/config/node';
import type { Drill } from '@belfry/schema/drill/drill';
import { DockerHost } from '@belfry/schema/entities/docker';
import type { AgreedState } from '@belfry/schema/journal/baseline';
import { iso } from '../../lib/clock.ts';
import type { StoredSession } from '../sessions-store.ts';
import type { StoredSite } from '../sites-store.ts';
import type { Stores } from '../store.ts';
import { START } from './temp-store.ts';

export const session = (id: string, more: Partial<StoredSession> = {}): StoredSession => ({
  ...{ id, user: 'ann', subject: 'ann', role: 'admin', method: 'password', ip: '192.0.2.1', userAgent: '' },
  ...{ createdAt: START, lastUsedAt: START, expiresAt: START + 1000 },
  ...more,
});
export const hashOf = (id: string) => Buffer.from(`hash of ${id}`);
const pve = (name: string) =>
  NodeConfig.parse({ type: 'pve', name, host: 'https://10.0.0.1:8006', user: 'a', password: 'pw' });
const host = (id: string): DockerHost =>
  DockerHost.parse({
    id,
    agentId: id,
    hostname: id,
    displayName: id,
    status: 'online',
    cpus: 1,
    totalMemoryBytes: 1,
    uptimeSeconds: 1,
    lastSeen: 1,
    intervalSeconds: 30,
    containers: [],
  });

const drill = (name: string): Drill => ({
  ...{ id: name, guest: name, name, instance: 'a', type: 'qemu', vmid: 1, tags: [], by: name, ports: [] },
  backup: { volid: 'a:backup/vm/1/x', time: iso(START), storage: 'a' },
  target: { node: 'a', vmid: 9001, storage: 'b' },
  ...{ createdAt: iso(START), until: iso(START), patienceMs: 1, state: 'waiting' },
  seen: [{ step: 'handedOut', at: iso(START) }],
});

const agreed = (name: string): AgreedState => ({
  ...{ id: name, kind: 'guest', instance: 'a', name, agreedAt: iso(START), by: name },
  parts: [{ id: name, about: name, kind: 'guest', name, settings: { memory: '2048' } }],
});

const site = (name: string): StoredSite => ({
  ...{ id: name, name, signingKey: 'a', sealingKey: 'b', waitingSigningKey: '', waitingSealingKey: '' },
  ...{ tokenHash: hashOf(name), joinBy: START, accept: 'token', revokedAt: null, version: '1', createdAt: START },
});

/** Something in every store, by name. */
export async function fill(stores: Stores, name: string): Promise<void> {
  await stores.users.put({ name, passwordHash: 'h', role: 'admin' });
  await stores.sessions.add(session(name), hashOf(name));
  await stores.apiTokens.add({ name, scope: 'read', hash: hashOf(name), hint: '', createdBy: 'ann', expiresAt: null });
  await stores.settings.put(name, name);
  await stores.settings.keep(`kept ${name}`, name);
  await stores.secrets.put(name, 'password', `secret of ${name}`);
  await stores.instances.add(pve(name), name);
  await stores.metadata.put([{ id: name, customUrl: '', description: name, tags: ['x'] }]);
  await stores.protection.exclude({ guest: name, note: name }, name);
  await stores.protection.assign({ group: name, guest: name }, name);
  await stores.protection.addRestoreTest({ guest: name, at: START, result: 'ok', note: name }, name);
  await stores.drills.put(drill(name));
  await stores.baselines.put(agreed(name));
  await stores.versionChanges.started('0.0.1', 'docker', START);
  await stores.versionChanges.started(name, 'docker', START);
  await stores.dockerHosts.save(host(name), 'token');
  await stores.dockerHosts.seen(new Map([[name, 5]]));
  await stores.savedViews.add(name, { name, screen: '/docker', params: {} });
  await stores.viewLinks.add({
    ...{ name, screen: '/docker', params: {}, hash: hashOf(name), createdBy: name, expiresAt: null },
  });
  await stores.sites.put(site(name));
  await stores.audit.append({ event: 'login', success: true, user: name, method: '', ip: '', path: '' });
}
