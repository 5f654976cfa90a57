// An invented datacentre whose backups went in every way: a run that failed, was missed, is damaged, guests in no job, backups of guests
// that are gone, and backups that may belong to two guests.
import type { Guest } from '@belfry/schema/entities/guest';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { BackupGroup, GuestProtection } from '@belfry/schema/protection/guest-protection';
import type { State } from '@belfry/schema/state';
import type { Page } from 'playwright-core';
import { aGuest, aNode, anInstance, GB, onServer } from './made.ts';

const HOUR = 3_600_000;
/** Hours from now, ISO; negative is in the past. */
export const hours = (count: number): string => new Date(Date.now() + count * HOUR).toISOString();

const job = (id: string, fields: Partial<BackupJob> = {}): BackupJob => ({
  ...{ id, instance: 'dc', enabled: true, schedule: '02:00', timeZone: 'Europe/Berlin', storage: 'pbs-main' },
  ...{ comment: id, selection: { kind: 'all', exclude: [175] }, keep: { last: 3, daily: 7, weekly: 4 } },
  ...fields,
});

export const protectionOf = (vmid: number, fields: Partial<GuestProtection> = {}): GuestProtection => ({
  ...{ id: `dc-${vmid}`, state: 'protected', jobs: ['nightly'], backups: 14, protectedBackups: 0, disksLeftOut: [] },
  ...{
    lastGood: hours(-3.5),
    everySeconds: 86_400,
    nextRun: hours(20.4),
    place: 'main:store/dc',
    oldest: hours(-24 * 40),
  },
  ...{ size: 40 * GB, sizeChange: 2 * GB, verification: 'ok', newestVerified: hours(-3.5), encrypted: true },
  lastRun: { job: 'nightly', at: hours(-3.6), result: 'ok' },
  offSite: { kind: 'sync', place: 'dr:store', at: hours(-3.5), isConfirmed: true, isLate: false },
  ...fields,
});

interface Case {
  vmid: number;
  name: string;
  node?: string;
  type?: Guest['type'];
  protection?: Partial<GuestProtection>;
  letters?: string;
}

const none = { lastGood: undefined, place: undefined, oldest: undefined, size: undefined, sizeChange: undefined };
const bare: Partial<GuestProtection> = {
  ...{ ...none, jobs: [], backups: 0, lastRun: undefined, nextRun: undefined, everySeconds: undefined },
  ...{ verification: undefined, newestVerified: undefined, encrypted: undefined, offSite: undefined },
};
const NO_SPACE = 'ERROR: backup write data failed: pipelined request failed: No space left on device (os error 28)';

export const cases: readonly Case[] = [
  {
    ...{ vmid: 131, name: 'mail-archive', node: 'pve2', letters: 'oooooooooaofff' },
    protection: {
      ...{ state: 'failed', lastGood: hours(-75), newestVerified: hours(-75), offSite: undefined, protectedBackups: 1 },
      lastRun: { job: 'nightly', at: hours(-3.6), result: 'failed', error: `${NO_SPACE}\nsecond line`, task: 'UPID:1' },
      prune: { place: 'main:store/dc', at: hours(2), removes: 3, oldestAfter: hours(-24 * 21) },
      ...{ disksLeftOut: ['scsi1'], sizeChangeAll: 8 * GB },
    },
  },
  {
    ...{ vmid: 143, name: 'unifi-video', node: 'pve3', letters: 'ooooooooooooom' },
    protection: {
      ...{ state: 'late', lastGood: hours(-27.5) },
      lastRun: { job: 'nightly', at: hours(-3.6), result: 'missed' },
    },
  },
  {
    ...{ vmid: 124, name: 'k3s-worker-2', node: 'pve2', letters: 'oooooooooooood' },
    protection: {
      ...{ state: 'failed', lastGood: hours(-27.4), verification: 'failed', newestVerified: hours(-27.4) },
      lastRun: { job: 'nightly', at: hours(-3.6), result: 'damaged' },
    },
  },
  {
    ...{ vmid: 175, name: 'immich', node: 'pve3', letters: '--------------' },
    protection: { ...bare, state: 'not-covered', reason: { kind: 'excluded-by-job', job: 'nightly' } },
  },
  {
    ...{ vmid: 176, name: 'frigate', node: 'pve3', type: 'lxc', letters: '--------------' },
    protection: { ...bare, state: 'not-covered', reason: { kind: 'in-no-job' } },
  },
  {
    ...{ vmid: 201, name: 'edge-router', node: 'pve1' },
    protection: {
      ...{ ...bare, state: 'unknown', reason: { kind: 'missing-privilege', text: 'Datastore.Audit on /storage/pbs' } },
    },
  },
  {
    ...{ vmid: 190, name: 'ci-cache', node: 'pve1', letters: '--------------' },
    protection: { ...bare, state: 'excluded', reason: { kind: 'exclusion', text: 'built anew each night' } },
  },
  {
    ...{ vmid: 162, name: 'dns-2', type: 'lxc', letters: 'oooooomooooooo' },
    protection: { state: 'unverified', verification: 'none', newestVerified: undefined, offSite: undefined },
  },
  ...['postgres-a', 'shop-db', 'gitlab', 'photoprism', 'vault-prod', 'nextcloud', 'wsus'].map((name, i) => ({
    ...{ vmid: 100 + i, name, node: `pve${1 + (i % 3)}`, letters: 'oooooooooooooo' },
  })),
];

const group = (vmid: number, fields: Partial<BackupGroup> = {}): BackupGroup => ({
  ...{ id: `main:store/dc qemu/${vmid}`, kind: 'orphan', place: 'main:store/dc', type: 'qemu', vmid, backups: 41 },
  ...{ protectedBackups: 0, size: 188 * GB, oldest: hours(-24 * 300), newest: hours(-24 * 200), candidates: [] },
  ...{ isReused: false },
  ...fields,
});

export const unclear = group(107, {
  ...{ id: 'main:shared qemu/107', kind: 'ambiguous', place: 'main:shared', backups: 9, newest: hours(-4) },
  candidates: ['dc-107', 'lab-107'],
});

export const guestsOf = (all: readonly Case[]): Guest[] =>
  all.map(({ vmid, name, node = 'pve1', type = 'qemu' }) => aGuest({ vmid, name, node, type }));

export const estate: Partial<State> = {
  instances: [anInstance('dc'), anInstance('lab')],
  nodes: ['pve1', 'pve2', 'pve3'].map((name) => aNode(name)),
  vms: [
    ...guestsOf(cases.filter(({ type }) => type !== 'lxc')),
    aGuest({ vmid: 107, name: 'print-1', node: 'pve1' }),
    aGuest({ vmid: 107, name: 'test-win', node: 'lab1', instance: 'lab' }),
  ],
  containers: guestsOf(cases.filter(({ type }) => type === 'lxc')),
  backupJobs: [job('nightly')],
  guestProtection: [
    ...cases.map(({ vmid, protection }) => protectionOf(vmid, protection)),
    protectionOf(107, { ...bare, jobs: ['nightly'], state: 'unknown', reason: { kind: 'ambiguous-backups' } }),
    protectionOf(107, { ...bare, id: 'lab-107', state: 'not-covered', reason: { kind: 'in-no-job' } }),
  ],
  backupGroups: [
    group(157),
    group(188, { size: 6 * GB, backups: 30, protectedBackups: 1 }),
    group(100, { id: 'main:old lxc/100', place: 'main:old', type: 'lxc', isReused: true, backups: 3, size: 22 * GB }),
    unclear,
  ],
  pbsBackups: [onServer('157', { id: 'gone', namespace: 'dc', comment: 'crm-old' })],
};

const until = Array.from({ length: 14 }, (_, i) => new Date().setHours(12, 0, 0, 0) + (i - 12) * 24 * HOUR);
const nights = {
  revision: '1',
  instances: {
    dc: {
      until,
      guests: Object.fromEntries(cases.flatMap(({ vmid, letters }) => (letters ? [[`dc-${vmid}`, letters]] : []))),
    },
  },
};

export interface AskedFor {
  method: string;
  path: string;
  body: unknown;
}

/** Answers what the page asks about protection. Returns what it wants to change. */
export async function answerProtection(page: Page, decided: Partial<ProtectionDecisions> = {}): Promise<AskedFor[]> {
  const asked: AskedFor[] = [];
  const decisions = {
    exclusions: [],
    assignments: [],
    restoreTests: [],
    reminderDays: null,
    testPlans: [],
    ...decided,
  };
  await page.route('**/api/protection/**', (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/nights')) return route.fulfill({ json: nights });
    if (request.method() === 'GET') return route.fulfill({ json: decisions });
    asked.push({ method: request.method(), path: decodeURIComponent(pathname), body: request.postDataJSON() });
    return route.fulfill({ json: {}, status: request.method() === 'POST' ? 201 : 200 });
  });
  return asked;
}
