import type { Datastore, PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { backupServerStatus, datastoreStatus } from './backup-server-status.ts';
import { aBackupServer } from './testing/pbs.ts';

const store = (fields: Partial<Datastore> = {}): Datastore => ({
  ...{ name: 'main', total: 100, used: 40, free: 60, usage: 40, status: 'available', namespaces: [] },
  ...fields,
});
const job = (result: PbsJob['result'], fields: Partial<PbsJob> = {}): PbsJob => ({
  ...{ id: 'j', store: 'main', disabled: false, result },
  ...fields,
});
const server = (fields: Partial<PbsInstance> = {}): PbsInstance => aBackupServer({ datastores: [store()], ...fields });

test.each([
  ['a full datastore', { datastores: [store(), store({ name: 'b', usage: 98 })] }, 'crit'],
  ['a datastore with an error', { datastores: [store({ status: 'error', error: 'no chunk store' })] }, 'crit'],
  ['a verification that found damage', { verifyJobs: [job('failed')] }, 'crit'],
  ['a sync that failed', { syncJobs: [job('failed')] }, 'warn'],
  ['a prune job that failed', { pruneJobs: [job('failed')] }, 'warn'],
  ['a tape job that failed', { tapeJobs: [job('failed')] }, 'warn'],
  ['a garbage collection that failed', { garbageJobs: [job('failed')] }, 'warn'],
  ['a datastore that is offline', { datastores: [store({ status: 'offline' })] }, 'warn'],
] satisfies [string, Partial<PbsInstance>, string][])('%s takes the green dot from its server', (_, fields, tone) => {
  expect(backupServerStatus(server(fields))).toMatchObject({
    word: 'degraded',
    tone,
    figures: 'now',
  });
});

test.each([
  ['nothing', {}],
  ['a datastore that can only be read', { datastores: [store({ status: 'read-only' })] }],
  ['a datastore that is almost full', { datastores: [store({ usage: 94 })] }],
  ['a job that failed and is disabled', { syncJobs: [job('failed', { disabled: true })] }],
  ['a removable datastore that is not mounted', { datastores: [store({ status: 'not mounted' })] }],
  ['a job with warnings', { syncJobs: [job('warning')] }],
] satisfies [string, Partial<PbsInstance>][])('%s leaves it green', (_, fields) => {
  expect(backupServerStatus(server(fields))).toMatchObject({ word: 'online', tone: 'ok' });
});

test('of a server that is not reached only that is said', () => {
  const staleSince = '2026-11-23T07:00:00.000Z';
  const troubled = { datastores: [store({ usage: 99 })], syncJobs: [job('failed')] };
  expect(backupServerStatus(server({ ...troubled, staleSince }))).toMatchObject({ word: 'unreachable', tone: 'lost' });
  expect(backupServerStatus(server({ ...troubled, status: 'offline' }))).toMatchObject({
    word: 'offline',
    tone: 'crit',
  });
});

test('a datastore is green only if it can be written to', () => {
  const shown = (fields: Partial<Datastore>, staleSince?: string) => {
    const { label, tone } = datastoreStatus(store(fields), staleSince);
    return `${label} ${tone}`;
  };
  expect(shown({})).toBe('available ok');
  expect(shown({ usage: 96 })).toBe('full crit');
  expect(shown({ status: 'error', usage: 96 })).toBe('error crit');
  expect(shown({ status: 'not mounted' })).toBe('not mounted warn');
  expect(shown({ status: 'offline' })).toBe('offline warn');
  expect(shown({ status: 'read-only' })).toBe('read-only warn');
  expect(shown({ usage: 96 }, '2026-11-23T07:00:00.000Z')).toBe('not reached old');
});
