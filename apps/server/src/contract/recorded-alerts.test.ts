// Recorded answers of real hosts, polled by the whole server: only their real problems are alerts.
import { NodeConfig } from '@belfry/schema/config/node';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { allRecordingsOf, noRecordings } from '../sources/testing/recordings.ts';
import { pass, startAnsweringHost } from './testing/answering-host.ts';
import { wholeApp } from './testing/whole-app.ts';

/** A host with all recorded answers of one source. All other calls get empty lists. */
async function activeAfter(type: 'pbs' | 'pmg', files: RegExp, own: Record<string, unknown>) {
  const clock = fakeClock(Date.parse('2026-06-01T12:00:00Z'));
  const recorded = new Map(
    allRecordingsOf(type)
      .filter(({ file, httpStatus }) => files.test(file) && httpStatus === 200)
      .map(({ endpoint, body }) => [endpoint.split('?')[0], body.data]),
  );
  const host = await startAnsweringHost(clock, (path, query) => {
    // Only the deferred queue was recorded with mails.
    if (path.endsWith('/qshape') && query.get('queue') !== 'deferred') return { data: [] };
    return { data: own[path] ?? recorded.get(path) ?? [] };
  });
  const login = type === 'pmg' ? { user: 'a@pmg', password: 'x' } : { tokenName: 'a@pbs!b', tokenValue: 'c' };
  const config = NodeConfig.parse({ type, name: 'real', host: host.origin, verifySSL: false, ...login });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  await pass(clock, [host], 4500);
  const { activeAlerts, pbs, pmg } = PlainState.parse((await app.call('GET', '/api/state')).json);
  expect(pbs.length + pmg.length).toBe(1);
  return activeAlerts.map(({ message }) => message);
}

test('a recorded backup server 3.2 has alerts for a broken datastore and a failed job, and no others', async (ctx) => {
  if (noRecordings) ctx.skip(noRecordings);
  expect(await activeAfter('pbs', /pbs3-dumbmonit/, {})).toEqual([
    'Datastore usb of real cannot be read: unable to open chunk store \'usb\' at "/mnt/usb/.chunks"',
    'Sync job s-offsite on real failed: TASK ERROR: sync failed: error trying to connect: tcp connect error: Connection refused (os error 111).',
  ]);
});

test('a recorded backup server 4.2 has alerts for things that cannot be read and that failed, and no others', async (ctx) => {
  if (noRecordings) ctx.skip(noRecordings);
  expect(await activeAfter('pbs', /pbs42-own/, {})).toEqual([
    'Datastore broken of real cannot be read: unable to open chunk store at "/tmp/pbs/ds/missing/.chunks" - No such file or directory (os error 2)',
    'Verification job v-store1 on real failed: verification failed - please check the log for details.',
  ]);
});

test('a recorded mail gateway with a node that cannot be reached, and a filter that does not run, has an alert for each', async (ctx) => {
  if (noRecordings) ctx.skip(noRecordings);
  const ticket = { ticket: 'PMG:a@pmg:1::x', CSRFPreventionToken: 'x', username: 'a@pmg' };
  expect(await activeAfter('pmg', /pmg9-dumbmonit/, { '/access/ticket': ticket })).toEqual([
    'Node mail2 of mail gateway real cannot be reached: connection refused',
    'Node mail1 of mail gateway real: service pmg-smtp-filter (Filter) is dead.',
  ]);
});
