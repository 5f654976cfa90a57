// Whole answers of hosts, polled by the whole server: only their real problems are alerts.
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { release3, release4 } from '../sources/pbs/testing/answers.ts';
import * as gateway from '../sources/pmg/testing/answers.ts';
import { pass, startAnsweringHost } from './testing/answering-host.ts';
import { wholeApp } from './testing/whole-app.ts';

/** A host with these answers. All other calls get empty lists. */
async function activeAfter(type: 'pbs' | 'pmg', answers: Record<string, unknown>) {
  const clock = fakeClock(Date.parse('2026-06-01T12:00:00Z'));
  const host = await startAnsweringHost(clock, (path, query) => {
    // Only the deferred queue has mails.
    if (path.endsWith('/qshape') && query.get('queue') !== 'deferred') return { data: [] };
    return { data: answers[path] ?? [] };
  });
  const login = type === 'pmg' ? { user: 'a@pmg', password: 'x' } : { tokenName: 'a@pbs!b', tokenValue: 'c' };
  const config = NodeConfig.parse({ type, name: 'real', host: host.origin, verifySSL: false, ...login });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  await pass(clock, [host], 4500);
  const { activeAlerts, pbs, pmg } = PlainState.parse((await app.call('GET', '/api/state')).json);
  expect(pbs.length + pmg.length).toBe(1);
  return activeAlerts.map(({ message }) => message);
}

test('a backup server 3.2 has alerts for a broken datastore, a failed job and a dead service, and no others', async () => {
  const { usage, status, version, sync, prune, services } = release3;
  const answers = {
    ...{ '/version': version, '/status/datastore-usage': usage, '/admin/sync': sync, '/admin/prune': prune },
    ...{ '/nodes/localhost/status': status, '/nodes/localhost/services': services },
  };
  expect(await activeAfter('pbs', answers)).toEqual([
    'Datastore stick of real cannot be read: unable to open chunk store \'stick\' at "/mnt/stick/.chunks"',
    'Sync job s-far on real failed: TASK ERROR: sync failed: connection refused.',
    'Backup server real: service proxmox-backup-proxy (Proxmox Backup API Proxy Server) is dead.',
  ]);
});

test('a backup server 4.2 has alerts for things that cannot be read and that failed, and no others', async () => {
  const { usage, status, sync, verify, permissions } = release4;
  const answers = {
    ...{ '/version': { version: '4.2', release: '3' }, '/access/permissions': permissions },
    ...{ '/status/datastore-usage': usage, '/nodes/localhost/status': status },
    ...{ '/admin/sync': sync, '/admin/verify': verify },
  };
  expect(await activeAfter('pbs', answers)).toEqual([
    'Datastore gone of real cannot be read: unable to open chunk store',
    'Verification job v-all on real failed: verification failed - please check the log for details.',
  ]);
});

test('a mail gateway with a node that cannot be reached, and a filter that does not run, has an alert for each', async () => {
  const answers = {
    '/access/ticket': { ticket: 'PMG:a@pmg:1::x', CSRFPreventionToken: 'x', username: 'a@pmg' },
    '/config/cluster/status': gateway.cluster,
    '/nodes/gate1/services': gateway.services,
    '/nodes/gate1/postfix/qshape': gateway.shape,
    '/statistics/mail': gateway.mail,
  };
  expect(await activeAfter('pmg', answers)).toEqual([
    'Node gate2 of mail gateway real cannot be reached: connection refused',
    'Node gate1 of mail gateway real: service pmg-smtp-filter (Filter) is dead.',
  ]);
});
