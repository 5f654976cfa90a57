// The silences and maintenance windows that are stored, and the marks that they put on active alerts.
import { randomUUID } from 'node:crypto';
import type { Known } from '@belfry/domain/alerts/targets';
import {
  MAX_SILENCING,
  MaintenanceWindow,
  Silence,
  type SilenceInput,
  type SilencePatch,
  type Target,
  type WindowInput,
} from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Guarded, unguarded } from '../../lib/parts.ts';
import type { Answer } from '../../lib/refusal.ts';
import { namedTarget } from './container-targets.ts';
import { inForce, type Marks, marksOf, nothingInForce } from './silences.ts';
import { createStoredList } from './stored-list.ts';

export interface Silencing {
  /** Those that have not ended. */
  silences(): readonly Silence[];
  silence(input: SilenceInput, by: string): Promise<Answer<Silence>>;
  changeSilence(id: string, patch: SilencePatch, by: string): Promise<Answer<Silence>>;
  endSilence(id: string): Promise<Answer<Silence>>;
  windows(): readonly MaintenanceWindow[];
  addWindow(input: WindowInput, by: string): Promise<Answer<MaintenanceWindow>>;
  changeWindow(id: string, input: WindowInput, by: string): Promise<Answer<MaintenanceWindow>>;
  removeWindow(id: string): Promise<Answer<MaintenanceWindow>>;
  /** Targets that earlier versions stored by the id of an engine get the name of their container. */
  nameContainers(): Promise<void>;
  /** Replaces all silences and windows, as one part of a larger change. */
  prepare(all: SilencesAndWindows): Replacement;
  /** The alerts with the current marks. The same list while nothing changes, the same object for each unchanged alert. */
  mark(alerts: Alert[]): Alert[];
  /** An alert that is not in the state, with the marks that it would have now. */
  marked(alert: Alert): Alert;
  /** The marks at another time (epoch ms) if nobody changes anything, and until when (epoch ms) they stay the same. `cost`: how many windows were looked at. */
  marksAt(at: number): { mark(alert: Alert): Alert; until: number; cost: number };
}

interface SilencesAndWindows {
  silences: readonly Silence[];
  windows: readonly MaintenanceWindow[];
}

export interface SilencingDeps extends Known {
  store: Pick<Store, 'settings' | 'atomically'>;
  dockerHosts(): readonly DockerHost[];
  /** Alerts may have other marks now. */
  changed(): void;
  guarded?: Guarded;
  clock: Pick<Clock, 'now'>;
}

const MINUTE_MS = 60_000;

export function createSilencing({
  store,
  dockerHosts,
  changed,
  guarded = unguarded,
  clock,
  ...facts
}: SilencingDeps): Silencing {
  const forget = () => {
    computedAt = undefined;
    changed();
  };
  const silences = createStoredList<Silence>({
    ...{
      store,
      key: 'alerting/silences',
      item: Silence,
      most: MAX_SILENCING.silences,
      name: { id: 'list.silences' },
      changed: forget,
    },
    isKept: ({ until }) => Date.parse(until) > clock.now(),
  });
  const windows = createStoredList<MaintenanceWindow>({
    ...{
      store,
      key: 'alerting/maintenance',
      item: MaintenanceWindow,
      most: MAX_SILENCING.windows,
      name: { id: 'list.windows' },
    },
    changed: forget,
  });
  const named = <T extends { targets: Target[] }>(window: T): T => ({
    ...window,
    targets: window.targets.map((target) => namedTarget(target, dockerHosts())),
  });
  const namedSilence = <T extends { target: Target }>(silence: T): T => ({
    ...silence,
    target: namedTarget(silence.target, dockerHosts()),
  });
  const prepare = (all: SilencesAndWindows): Replacement => {
    const replacements = [silences.prepare(all.silences.map(namedSilence)), windows.prepare(all.windows.map(named))];
    return {
      async write(tx) {
        for (const { write } of replacements) await write(tx);
      },
      settle() {
        for (const { settle } of replacements) settle();
      },
    };
  };
  const untilIn = (minutes: number) => iso(clock.now() + minutes * MINUTE_MS);

  let force = nothingInForce;
  /** Epoch ms. Undefined: compute again. The clock may be stepped back. */
  let computedAt: number | undefined;
  const forceNow = () => {
    const now = clock.now();
    if (computedAt === undefined || now < computedAt || now >= force.changesAt) {
      force = inForce(silences.items(), windows.items(), now, guarded);
      computedAt = now;
    }
    return force;
  };

  /** The last marked alerts, by the alert without marks. */
  let marked = new Map<Alert, { key: string; alert: Alert }>();
  let last: Alert[] = [];
  return {
    silences: silences.items,
    silence: ({ target, reason, minutes }, by) =>
      silences.add(
        namedSilence({ id: randomUUID(), target, reason, by, since: iso(clock.now()), until: untilIn(minutes) }),
      ),
    changeSilence: (id, { reason, minutes }, by) =>
      silences.change(id, (silence) => ({
        ...silence,
        reason: reason ?? silence.reason,
        until: minutes === undefined ? silence.until : untilIn(minutes),
        by,
      })),
    endSilence: (id) => silences.change(id, () => undefined),
    windows: windows.items,
    addWindow: (input, by) => windows.add({ ...named(input), id: randomUUID(), by, changedAt: iso(clock.now()) }),
    changeWindow: (id, input, by) =>
      windows.change(id, () => ({ ...named(input), id, by, changedAt: iso(clock.now()) })),
    removeWindow: (id) => windows.change(id, () => undefined),
    async nameContainers() {
      const all = { silences: silences.items(), windows: windows.items() };
      const targets = [...all.silences.map(({ target }) => target), ...all.windows.flatMap((window) => window.targets)];
      if (targets.every((target) => namedTarget(target, dockerHosts()) === target)) return;
      const { write, settle } = prepare(all);
      await store.atomically(write);
      settle();
    },
    prepare,
    mark(alerts) {
      const now = forceNow();
      if (now.silences.length === 0 && now.windows.length === 0) {
        marked.clear();
        return alerts;
      }
      const before = marked;
      marked = new Map();
      const list = alerts.map((alert) => {
        const marks = marksOf(alert, now, facts);
        const key = JSON.stringify(marks);
        const known = before.get(alert);
        const entry = known?.key === key ? known : { key, alert: withMarks(alert, marks) };
        marked.set(alert, entry);
        return entry.alert;
      });
      if (list.length !== last.length || list.some((alert, i) => alert !== last[i])) last = list;
      return last;
    },
    marksAt(at) {
      const then = inForce(silences.items(), windows.items(), at, guarded);
      return {
        mark: (alert) => withMarks(withoutMarks(alert), marksOf(alert, then, facts)),
        until: then.changesAt,
        cost: windows.items().length,
      };
    },
    marked: (alert) => withMarks(alert, marksOf(alert, forceNow(), facts)),
  };
}

function withoutMarks(alert: Alert): Alert {
  if (!alert.metadata?.silenced && !alert.metadata?.maintenance) return alert;
  const { silenced: _, maintenance: __, ...metadata } = alert.metadata;
  return { ...alert, metadata };
}

function withMarks(alert: Alert, marks: Marks): Alert {
  if (!alert.metadata || Object.keys(marks).length === 0) return alert;
  return { ...alert, metadata: { ...alert.metadata, ...marks } };
}
