import { shownStatus } from '@belfry/domain/status';
import { aNode } from '@belfry/domain/testing/node';
import { aBackupServer } from '@belfry/domain/testing/pbs';
import type { Datastore } from '@belfry/schema/entities/pbs';
import { expect, test } from 'vitest';
import { type SummaryRow, sortSummary, summaryRows } from './summary-rows.ts';

const row = (name: string, fields: Partial<SummaryRow> = {}): SummaryRow => ({
  id: name,
  instance: undefined,
  list: 'nodes',
  name,
  href: undefined,
  remark: '',
  facts: '',
  status: shownStatus({ status: 'online' }),
  staleSince: undefined,
  problems: [],
  maintenance: [],
  uptime: undefined,
  cpu: undefined,
  cores: undefined,
  memory: undefined,
  disk: undefined,
  temperature: undefined,
  counts: {},
  ...fields,
});
const off = { status: shownStatus({ status: 'offline' }) };
const names = (rows: SummaryRow[]) => rows.map((each) => each.name).join(' ');

test('hypervisors come before backup servers, online before offline, then by name', () => {
  const rows = [row('store', { list: 'pbs' }), row('b'), row('a', off), row('A1')];
  expect(names(sortSummary(rows, null))).toBe('A1 b a store');
});

test('missing values are last in both directions, ties are in the default order', () => {
  const rows = [row('off', off), row('z', { cpu: 5 }), row('a', { cpu: 5 }), row('hot', { cpu: 90 })];
  expect(names(sortSummary(rows, { key: 'cpu', descending: true }))).toBe('hot a z off');
  expect(names(sortSummary(rows, { key: 'cpu', descending: false }))).toBe('a z hot off');
});

const store = (name: string, fields: Partial<Datastore> = {}): Datastore => ({
  name,
  status: 'available',
  namespaces: [],
  ...fields,
});

test('a file system with two datastores counts once, and an unknown size has no figure', () => {
  const sizes = { total: 252e9, used: 23e9, free: 229e9, usage: 9 };
  const [known] = summaryRows([], [aBackupServer({ datastores: [store('a', sizes), store('b', sizes)] })], new Map());
  expect(known?.disk).toMatchObject({ used: 23e9, total: 252e9 });
  const [unknown] = summaryRows(
    [],
    [aBackupServer({ datastores: [store('usb', { status: 'not mounted' })] })],
    new Map(),
  );
  expect(unknown).toMatchObject({ disk: undefined, memory: undefined, cpu: undefined, uptime: undefined });
});

test('a failed job is a problem of its server, maintenance is shown with its reason', () => {
  const verifyJobs = [
    { id: 'v1', store: 'a', disabled: false, result: 'failed' as const, lastRunState: 'verification failed' },
  ];
  const datastores = [store('a', { status: 'offline', maintenanceMessage: 'new disks' }), store('b')];
  const [row] = summaryRows([], [aBackupServer({ verifyJobs, datastores })], new Map());
  expect(row).toMatchObject({
    status: { word: 'degraded' },
    problems: ['Verify job v1: verification failed'],
    maintenance: ['a is offline: new disks'],
  });
});

test('hosts that are not reached show their last figures, those that are offline show none, and neither shows problems', () => {
  const staleSince = '2026-01-01T00:00:00.000Z';
  const failed = { id: 'v1', store: 'a', disabled: false, result: 'failed' as const };
  const [silent, dead, server] = summaryRows(
    [aNode({ staleSince, cpu: 0.5 }), aNode({ name: 'pve2', status: 'offline', uptime: 0 })],
    [aBackupServer({ staleSince, cpu: 7, verifyJobs: [failed] })],
    new Map(),
  );
  expect(silent).toMatchObject({ status: { word: 'unreachable', isProblem: false }, staleSince, cpu: 50 });
  expect(dead).toMatchObject({ status: { word: 'offline', isProblem: true }, cpu: undefined });
  expect(server).toMatchObject({ status: { word: 'unreachable' }, staleSince, cpu: 7, problems: [] });
});

test('a backup server whose version is not known yet is shown without one', () => {
  const remark = (version: string) => {
    return summaryRows([], [aBackupServer({ version })], new Map())[0]?.remark;
  };
  expect([remark('4.1.2'), remark('unknown'), remark('')]).toEqual(['PBS 4.1.2', 'PBS', 'PBS']);
});

test('a node links to its own web interface and shows its version, kernel and load', () => {
  const node = aNode({
    url: 'https://10.0.0.2:8006',
    pveVersion: 'pve-manager/9.1.1/42db4a6cf33dac83',
    kernelVersion: 'Linux 6.17.2-1-pve #1 SMP PREEMPT_DYNAMIC',
    loadAverage: [0.5, 1, 2],
  });
  const [own] = summaryRows([node], [], new Map());
  expect(own?.href).toBe('https://10.0.0.2:8006');
  expect(own?.facts).toContain('PVE 9.1.1 · kernel 6.17.2-1-pve · load 0.50 1.00 2.00');
  expect(summaryRows([aNode({ host: 'https://10.0.0.1:8006' })], [], new Map())[0]?.href).toBe('https://10.0.0.1:8006');
});
