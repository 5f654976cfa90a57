// Reads what a report is made from: the state, the history, the alerts, the journal, and what people decided.

import type { EvidenceAlert, EvidenceGuest, EvidenceInput, EvidenceStore } from '@belfry/domain/evidence/input';
import { completedRuns, lastGoodBefore } from '@belfry/domain/evidence/noted-runs';
import { daysOf, type Period } from '@belfry/domain/evidence/period';
import type { Fill } from '@belfry/domain/forecast/fill';
import { datastoreId } from '@belfry/domain/ids';
import type { GuestRuns } from '@belfry/domain/protection/guest-runs';
import type { RetentionInForce } from '@belfry/domain/protection/retention-in-force';
import type { MaintenanceWindow } from '@belfry/schema/alerts/silences';
import type { Drill } from '@belfry/schema/drill/drill';
import type { EvidenceNote } from '@belfry/schema/evidence/report';
import type { Forecast } from '@belfry/schema/forecast';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { State } from '@belfry/schema/state';
import type { AlertsStore } from '../db/alerts-store.ts';
import type { JournalPlace } from '../db/journal-rows.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { Journal } from '../journal/journal.ts';
import { zoneNamed } from '../lib/zones.ts';
import { createMaintenance } from './maintenance-spans.ts';
import { readingsOf } from './readings.ts';
import { restoreTestsOf } from './restore-tests.ts';
import type { RunMemory } from './run-memory.ts';
import type { Scoped } from './scope.ts';
import { servicesIn } from './services.ts';

export interface GatherDeps {
  state(): State;
  history: Pick<HistoryStore, 'counts' | 'series'> & { isRemote(): boolean };
  /** When storages and datastores will be full, from what was known at that time. By kind and id, such as `storage/a-b`. */
  forecastsAt(at: number): Promise<ReadonlyMap<string, Forecast>>;
  /** Since when anything is known, epoch ms. */
  knownSince(): Promise<number | undefined>;
  alerts: Pick<AlertsStore, 'pages'>;
  windows(): readonly MaintenanceWindow[];
  journal: Journal['page'] | undefined;
  runs(guest: string, from: number, until: number, now: number): GuestRuns | undefined;
  /** What removes the backups of a guest at present. */
  retentions(guest: string): RetentionInForce[] | undefined;
  /** What was noted of planned backups. */
  noted: RunMemory['between'];
  decisions(): Pick<ProtectionDecisions, 'exclusions' | 'restoreTests' | 'reminderDays'>;
  /** Restore tests that Belfry handed out. */
  drills(): readonly Drill[];
}

const DAY_MS = 86_400_000;
const MOST_ALERTS = 20_000;
const MOST_CHANGES = 50_000;
const PAGE = 1000;
/** The newest good backup before the period is looked for in so much time. */
const BEFORE_MS = 40 * DAY_MS;
/** Points of the past of a storage. */
const FILLS = 62;
const ALERTS_KEPT_MS = 90 * DAY_MS;

/** `onRead`: told which part of the history is read, 0 to 1. */
export async function gather(
  deps: GatherDeps,
  scoped: Scoped,
  period: Period & { zone: string },
  now: number,
  onRead: (done: number) => void = () => {},
): Promise<EvidenceInput> {
  const { scope, instances, isOfInstance } = scoped;
  const state = deps.state();
  const until = Math.max(period.from, Math.min(period.until, now));
  const span = { from: period.from, until };
  const services = servicesIn(state, scoped);
  const limits: EvidenceNote[] = [
    ...['shutDown', 'windowsChanged', 'plansPresent', 'movesNotKept'].map((id) => ({ id })),
    ...(isOfInstance ? [] : [{ id: scope.kind === 'view' ? 'viewPresent' : 'removedInTag' }]),
    ...(deps.history.isRemote() ? [{ id: 'remoteHistory' }] : []),
    ...(period.from < now - ALERTS_KEPT_MS ? [{ id: 'alertsKept' }] : []),
    ...(services.length > 0 ? [{ id: 'servicesDown' }] : []),
    ...missingParts(state, instances),
  ];
  const present = new Set(scoped.guests.map(({ id }) => id));
  const changes = await changesOf(deps.journal, period.from, limits);
  const own = changes.filter(({ instance, resource }) =>
    isOfInstance ? instances.has(instance) : present.has(resource),
  );
  const gone = goneGuests(own, state, span.from);
  const nodes = state.nodes.filter(({ instance }) => instances.has(instance));
  const watched = services.map(({ resource }) => resource);
  const readings = await readingsOf(deps.history, span, nodes, [...scoped.guests, ...gone], watched, onRead);
  const siteOf = new Map(state.instances.map(({ id, site }) => [id, site]));
  const nameOf = new Map(state.instances.map(({ id, name }) => [id, name]));
  const maintenance = createMaintenance(deps.windows(), span);
  const born = new Map(state.guestConfigs.map(({ id, createdAt }) => [id, createdAt]));
  const protection = new Map(state.guestProtection.map((each) => [each.id, each]));
  const decisions = deps.decisions();
  const exclusions = new Map(decisions.exclusions.map((each) => [each.guest, each]));

  const noted = await notedOf(deps.noted, { from: span.from - BEFORE_MS, until }, limits);
  const guests = scoped.guests.map((guest): EvidenceGuest => {
    const { id, name, instance, node, vmid, tags } = guest;
    const createdAt = born.get(id);
    const planned = deps.runs(id, span.from, until, now);
    const earlier = noted.get(id) ?? [];
    return {
      ...{ id, name, vmid, node, isThere: true, instance: nameOf.get(instance) ?? instance },
      createdAt: createdAt === undefined ? undefined : Date.parse(createdAt),
      maintenance: maintenance({ id, instance, node, tags, site: siteOf.get(instance) }),
      readings: readings.of('guest', id),
      protection: planned && protection.get(id),
      exclusion: exclusions.get(id),
      runs: completedRuns(planned?.runs ?? [], earlier),
      before: lastGoodBefore(span.from, planned?.before, earlier),
      retentions: planned && deps.retentions(id),
    };
  });
  const removed = gone.map(
    ({ id, name, instance }): EvidenceGuest => ({
      ...{ id, name, node: '', isThere: false, instance: nameOf.get(instance) ?? instance },
      vmid: Number(/-(\d+)$/.exec(id)?.[1]) || undefined,
      createdAt: undefined,
      maintenance: maintenance({ id, instance, node: '', tags: [], site: siteOf.get(instance) }),
      readings: readings.of('guest', id),
      ...{ protection: undefined, exclusion: undefined, runs: [], before: undefined },
      retentions: undefined,
    }),
  );
  const isOwnResource = (instance: string | undefined, resource: string) =>
    isOfInstance ? scope.kind === 'all' || instances.has(instance ?? resource) : present.has(resource);
  return {
    scope,
    period,
    now,
    knownSince: await deps.knownSince(),
    nodes: scoped.nodes.map(({ id, name, instance }) => ({
      ...{ id, name, instance: nameOf.get(instance) ?? instance, readings: readings.of('node', id) },
      maintenance: maintenance({ id, instance, node: name, tags: [], site: siteOf.get(instance) }),
    })),
    services: services.map(({ resource, seenBy, place, ...service }) => ({
      ...{ ...service, id: resource.id, kind: resource.kind },
      ...{ readings: readings.ofService(resource, seenBy), maintenance: maintenance(place) },
    })),
    guests: [...guests, ...removed].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
    restoreTests: restoreTestsOf(
      deps.drills(),
      decisions.restoreTests,
      (guest, instance) => present.has(guest) || (isOfInstance && instance !== undefined && instances.has(instance)),
    ),
    restoreReminderDays: decisions.reminderDays,
    days: daysOf(period, zoneNamed(period.zone)),
    alerts: await alertsOf(deps.alerts, span, isOwnResource, limits),
    stores: isOfInstance ? await storesOf(deps, state, instances, span, nameOf) : [],
    changes: own,
    seen: [
      ...(readings.belfry ? [{ name: 'Belfry', isBelfry: true, readings: readings.belfry }] : []),
      ...[...readings.instances].map(([id, each]) => ({
        ...{ name: nameOf.get(id) ?? id, isBelfry: false, readings: each },
      })),
    ],
    limits,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All from a time on, the oldest last. Adds to `limits` when they are not all. */
async function changesOf(
  page: Journal['page'] | undefined,
  from: number,
  limits: EvidenceNote[],
): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  try {
    if (!page) throw new Error('no journal');
    let before: JournalPlace | undefined;
    do {
      const { entries, next } = await page({ from, ...(before && { before }) }, PAGE);
      found.push(...entries);
      before = next;
    } while (before && found.length < MOST_CHANGES);
    if (before) limits.push({ id: 'changesCut', values: { count: found.length } });
  } catch {
    limits.push({ id: 'journalOff' });
  }
  return found;
}

/** Without them, the backups and tasks that are still there say what they can. */
async function notedOf(
  noted: RunMemory['between'],
  { from, until }: { from: number; until: number },
  limits: EvidenceNote[],
): ReturnType<RunMemory['between']> {
  try {
    return await noted(from, until);
  } catch {
    limits.push({ id: 'runsNotRead' });
    return new Map();
  }
}

/** Guests that the journal says were removed since then, and that are not there now. */
function goneGuests(changes: readonly JournalEntry[], state: State, from: number) {
  const there = new Set([...state.vms, ...state.containers].map(({ id }) => id));
  const gone = new Map<string, { id: string; name: string; instance: string }>();
  for (const { resource: id, name, instance, kind, event, at } of changes)
    if (kind === 'guest' && event === 'removed' && !there.has(id) && Date.parse(at) > from && !gone.has(id))
      gone.set(id, { id, name: name || id, instance });
  return [...gone.values()];
}

async function alertsOf(
  alerts: GatherDeps['alerts'],
  { from, until }: { from: number; until: number },
  isOwn: (instance: string | undefined, resource: string) => boolean,
  limits: EvidenceNote[],
): Promise<EvidenceAlert[]> {
  const found: EvidenceAlert[] = [];
  let count = 0;
  for await (const rows of alerts.pages({ since: from, until }, MOST_ALERTS, 0)) {
    count += rows.length;
    for (const { id, alert, level, openedAt, resolvedAt, changes } of rows) {
      if (!isOwn(alert.metadata?.instanceId, alert.resourceId)) continue;
      const acknowledged = changes.find(({ kind }) => kind === 'acknowledged');
      found.push({
        ...{ number: id, type: alert.type, level, resource: alert.resourceName, text: alert.message },
        sentence: alert.sentence,
        ...{ raisedAt: openedAt, endedAt: resolvedAt, acknowledgedBy: acknowledged?.by },
        acknowledgedAt: acknowledged && Date.parse(acknowledged.at),
      });
    }
  }
  if (count >= MOST_ALERTS) limits.push({ id: 'alertsCut', values: { count } });
  return found.sort((a, b) => a.raisedAt - b.raisedAt || compare(a.number, b.number));
}

async function storesOf(
  { history, forecastsAt }: Pick<GatherDeps, 'history' | 'forecastsAt'>,
  state: State,
  instances: ReadonlySet<string>,
  { from, until }: { from: number; until: number },
  nameOf: ReadonlyMap<string, string>,
): Promise<EvidenceStore[]> {
  const storages = state.storage
    .filter(({ instance, enabled, total }) => instances.has(instance) && enabled && total > 0)
    .map(({ id, name, instance, node, shared, total, used }) => ({
      ...{ kind: 'storage' as const, id, name, on: shared ? (nameOf.get(instance) ?? instance) : node, total, used },
    }));
  const datastores = state.pbs
    .filter(({ id }) => instances.has(id))
    .flatMap(({ id, name: on, datastores: own }) =>
      own.map(({ name, total, used }) => ({
        kind: 'datastore' as const,
        id: datastoreId(id, name),
        name,
        on,
        total,
        used,
      })),
    );
  const all = [...datastores, ...storages];
  const forecasts = all.length > 0 ? await forecastsAt(until) : new Map<string, Forecast>();
  const resources = all.map(({ kind, id }) => ({ kind, id }));
  const past = new Map<string, Fill[]>();
  const asked = { resources, metrics: ['used'], from, to: until, points: FILLS };
  for (const series of until > from ? await history.series(asked) : []) {
    const fills = Array.from(series.mean, (used, n) => ({ at: series.from + n * series.stepMs, used }));
    past.set(
      `${series.resource.kind}/${series.resource.id}`,
      fills.filter(({ used }) => !Number.isNaN(used)),
    );
  }
  return all.map(({ kind, id, ...store }) => ({
    ...{ ...store, past: past.get(`${kind}/${id}`) ?? [], forecast: forecasts.get(`${kind}/${id}`) },
  }));
}

/** What the hosts do not give at present. */
const missingParts = ({ instances }: State, own: ReadonlySet<string>): EvidenceNote[] =>
  instances
    .filter(({ id }) => own.has(id))
    .flatMap(({ name, gaps = [] }) =>
      gaps.map(({ part, message, sentence }) => ({
        ...{ id: 'partMissing', values: { instance: name, part, said: message } },
        ...(sentence && { sentence }),
      })),
    );
