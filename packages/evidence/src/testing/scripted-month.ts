// A month whose truth is known: outages, failed backups, maintenance, a rename, a removed guest, and a time in which Belfry did not run.
import { utc } from '@belfry/domain/calendar-event/runs';
import type {
  EvidenceGuest,
  EvidenceInput,
  EvidenceRestoreTest,
  EvidenceService,
  EvidenceStore,
} from '@belfry/domain/evidence/input';
import { daysOf } from '@belfry/domain/evidence/period';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
const STEP_MS = 10 * MINUTE;
const FULL = 60;
export const START = Date.UTC(2026, 9, 1);
const DAYS = 31;

/** `guests`: how many. */
export function scriptedMonth(guests = 30): EvidenceInput {
  const until = START + DAYS * DAY;
  const steps = (DAYS * DAY) / STEP_MS;
  const filled = (of: (at: number) => number) => Uint16Array.from({ length: steps }, (_, n) => of(START + n * STEP_MS));
  const off = { from: START + DAY + 3 * HOUR, until: START + DAY + 5 * HOUR };
  const isOff = (at: number) => at >= off.from && at < off.until;
  const seen = filled((at) => (isOff(at) ? 0 : FULL));
  const readings = (down: { from: number; until: number } | undefined) => ({
    ...{ from: START, stepMs: STEP_MS, readingMs: 10_000, seen },
    up: filled((at) => (isOff(at) || (down && at >= down.from && at < down.until) ? 0 : FULL)),
  });
  const window = { from: START + 13 * DAY + 22 * HOUR, until: START + 14 * DAY };
  const guest = (n: number): EvidenceGuest => {
    const id = `c-${100 + n}`;
    const outage = n % 10 === 3 ? { from: START + 8 * DAY, until: START + 8 * DAY + 2 * HOUR } : undefined;
    const isLeftOut = n % 15 === 7;
    return {
      ...{ id, name: n === 5 ? '=dms;"quoted", Ümläut' : `guest-${n}`, instance: 'pve', vmid: 100 + n },
      ...{ node: `pve-b${(n % 3) + 1}`, isThere: true, createdAt: n === 27 ? START + 14 * DAY : START - 100 * DAY },
      maintenance: [window],
      readings: readings(n % 10 === 4 ? window : outage),
      protection: protectionOf(id, isLeftOut, n),
      exclusion: isLeftOut ? exclusionOf(id, n) : undefined,
      runs: isLeftOut ? [] : nights(n),
      before: START - 22 * HOUR,
      retentions: isLeftOut
        ? []
        : [
            { place: 'pbs:backup', by: 'prune', keep: { daily: 7, weekly: 4 } },
            ...(n % 9 === 2 ? [] : [{ place: 'far:copies', by: 'nothing' as const }]),
          ],
    };
  };
  const service = (
    kind: EvidenceService['kind'],
    name: string,
    on: string,
    down: { from: number; until: number } | undefined,
  ): EvidenceService => ({
    ...{ id: name, kind, name, on, createdAt: undefined, maintenance: [], readings: readings(down) },
  });
  return {
    scope: { kind: 'all', id: '', name: '' },
    period: { key: '2026-10', from: START, until, zone: 'UTC' },
    now: until + DAY,
    knownSince: START - 100 * DAY,
    nodes: [1, 2, 3].map((n) => ({
      ...{ id: `c-pve-b${n}`, name: `pve-b${n}`, instance: 'pve', maintenance: [window] },
      readings: readings(n === 2 ? { from: START + 8 * DAY, until: START + 8 * DAY + 30 * MINUTE } : undefined),
    })),
    guests: Array.from({ length: guests }, (_, n) => guest(n)),
    restoreTests: restoresOf(guests),
    restoreReminderDays: 180,
    days: daysOf({ from: START, until }, utc),
    alerts: Array.from({ length: 40 }, (_, n) => ({
      ...{
        number: `a${n}`,
        type: 'cpu',
        level: n % 4 === 0 ? 'critical' : 'warning',
        resource: `guest-${n % Math.max(1, guests)}`,
      },
      ...{ text: `Container web-${n} uses 95% CPU.`, raisedAt: START + n * 17 * HOUR },
      // The last one was stored by an older version.
      sentence: n < 39 ? { id: 'docker.cpu', values: { name: `web-${n}`, value: 95 } } : undefined,
      acknowledgedBy: n % 3 ? 'marek' : undefined,
      acknowledgedAt: n % 3 ? START + n * 17 * HOUR + 6 * MINUTE : undefined,
      endedAt: START + n * 17 * HOUR + 50 * MINUTE,
    })),
    services: [
      service('pbs', 'pbs', '', undefined),
      service('docker', 'docker-1', '', undefined),
      service('container', 'web', 'docker-1', { from: START + 3 * DAY, until: START + 3 * DAY + 90 * MINUTE }),
      service('container', 'backup-once', 'docker-1', { from: START, until }),
      { ...service('container', 'newer', 'docker-1', undefined), createdAt: START + 10 * DAY },
    ],
    stores: [
      {
        ...{ name: 'backup', on: 'pbs', total: 4e12, used: 3.7e12 },
        past: Array.from({ length: 31 }, (_, n) => ({ at: START + n * DAY, used: 3e12 + n * 22e9 })),
        forecast: {
          kind: 'full',
          at: until + 14 * DAY,
          earliest: until + 11 * DAY,
          latest: until + 19 * DAY,
          perDay: 22e9,
        },
      },
      store('local-zfs', 'pve-b1', { kind: 'notInSight', perDay: 0 }),
      store('nas', 'pve', { kind: 'none', why: 'uneven' }),
    ],
    changes: changesOf(),
    seen: [{ name: 'Belfry', isBelfry: true, readings: { from: START, stepMs: STEP_MS, readingMs: 10_000, seen } }],
    limits: [{ id: 'shutDown' }, { id: 'plansPresent' }],
  };
}

function protectionOf(id: string, isLeftOut: boolean, n: number): GuestProtection {
  return {
    ...{ id, state: isLeftOut ? 'excluded' : 'protected', jobs: isLeftOut ? [] : ['c/backup-1'], backups: 14 },
    ...{ everySeconds: 86_400, lastGood: new Date(START + 31 * DAY).toISOString(), protectedBackups: 0 },
    ...{ verification: n % 11 === 6 ? 'none' : 'ok', encrypted: true, disksLeftOut: [] },
    ...(n % 9 !== 2 && {
      offSite: {
        ...{ kind: 'sync', place: 'far', at: new Date(START + 30 * DAY).toISOString() },
        ...{ isConfirmed: true, isLate: false },
      },
    }),
  };
}

/** Every second one has an end. */
const exclusionOf = (guest: string, n: number): EvidenceGuest['exclusion'] => ({
  ...{ guest, note: 'until the disk is larger', by: 'anna', since: new Date(START - 40 * DAY).toISOString() },
  ...(n % 2 === 0 && { until: new Date(START + 90 * DAY).toISOString() }),
});

const store = (name: string, on: string, forecast: EvidenceStore['forecast']): EvidenceStore => ({
  ...{ name, on, total: 2e12, used: 4e11, forecast },
  past: Array.from({ length: 31 }, (_, n) => ({ at: START + n * DAY, used: 4e11 })),
});

/** Guest 12 fails twice in a row, guest 4 once; guest 8 begins two hours late once. */
function nights(n: number): EvidenceGuest['runs'] {
  return Array.from({ length: DAYS }, (_, day) => {
    const at = START + day * DAY + 2 * HOUR;
    const isFailed = (n === 12 && (day === 9 || day === 10)) || (n === 4 && day === 3);
    const startedAt = at + (n === 8 && day === 5 ? 2 * HOUR : 30_000);
    return { job: 'c/backup-1', at, result: isFailed ? 'failed' : 'ok', ...(!isFailed && { startedAt }) };
  });
}

/** Of guests 1, 2, 3 and 9 in the period; of guest 6 long before; of the guest that had the number of guest 27 before. */
function restoresOf(guests: number): EvidenceRestoreTest[] {
  const test = (n: number, day: number, given: Partial<EvidenceRestoreTest>): EvidenceRestoreTest => ({
    ...{ number: `d${n}-${day}`, guest: `c-${100 + n}`, name: `guest-${n}`, at: START + day * DAY, isWatched: true },
    ...{ result: 'passed', by: 'anna', backup: `pbs:backup/vm/${100 + n}/2026-10-17T00:14:03Z`, ...given },
  });
  const all = [
    test(1, 16, { restoreMs: 620_000 }),
    test(2, 17, { result: 'refused', reason: 'clone', note: 'root@pam' }),
    test(2, 18, { restoreMs: 1_801_000, isAtMost: true, isCopyThere: true }),
    test(3, 20, { result: 'failed', reason: 'agentSilent' }),
    test(6, -300, { isWatched: false, note: 'by hand', backup: undefined }),
    test(9, 21, { result: 'open' }),
    test(27, 3, { name: 'old-mail', restoreMs: 300_000 }),
  ];
  return all.filter(({ guest }) => Number(guest.slice(2)) < 100 + guests);
}

function changesOf(): JournalEntry[] {
  const entry = (id: string, day: number, given: Partial<JournalEntry>): JournalEntry => ({
    ...{ id, at: new Date(START + day * DAY).toISOString(), instance: 'c', kind: 'guest', event: 'changed' },
    ...{ resource: 'c-102', name: 'guest-2', by: 'root@pam', source: 'task', changes: [], ...given },
  });
  return [
    entry('1', 5, { changes: [{ field: 'name', before: 'old-name', after: 'guest-2' }] }),
    entry('2', 14, { resource: 'c-127', name: 'old-mail', event: 'removed', by: null, source: 'readings' }),
    entry('3', 14, { resource: 'c-127', name: 'guest-27', event: 'created' }),
    entry('4', 20, { changes: [{ field: 'memory', before: '8192', after: '16384' }] }),
  ];
}
