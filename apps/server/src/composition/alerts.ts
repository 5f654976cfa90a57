// Puts alerting together: its configuration, the rules, the alerts and their history, silences and maintenance windows.

import { siteOfAlert } from '@belfry/domain/alerts/site-of';
import { ok } from '@belfry/domain/result';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import { type AlertConfiguration, createAlertConfiguration } from '../alerting/config/config.ts';
import { alertConfigRoutes } from '../alerting/config/config-routes.ts';
import type { Act, ActResult } from '../alerting/engine/acts.ts';
import { type Alerting, createAlerting } from '../alerting/engine/alerting.ts';
import { startMemories } from '../alerting/engine/memories.ts';
import type { AnyRuleSet } from '../alerting/engine/rule-set.ts';
import { tagsIn } from '../alerting/engine/tags.ts';
import { knownOf } from '../alerting/ledger/explain.ts';
import { type Ledger, openLedger } from '../alerting/ledger/ledger.ts';
import { alertRoutes, type NotificationFacts } from '../alerting/routes.ts';
import { createRules } from '../alerting/rules/registry.ts';
import { createSilencing, type Silencing } from '../alerting/silences/silencing.ts';
import { createZoneProblems } from '../alerting/silences/zone-problems.ts';
import type { AlertWrites } from '../db/alert-writes.ts';
import type { AlertsStore, Occurrence } from '../db/alerts-store.ts';
import type { ConfigParts } from '../db/config-part.ts';
import type { Store } from '../db/store.ts';
import { type BacktestRoutesDeps, backtestRoutes } from '../history/backtest/routes.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, momentOf } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import type { Logger } from '../lib/logger.ts';
import type { Parts } from '../lib/parts.ts';
import type { PipelineDeps } from '../pipeline.ts';

export interface AlertsDeps {
  store: Pick<Store, 'settings' | 'disk' | 'atomically'>;
  history: AlertsStore;
  writes: AlertWrites;
  /** What an empty history begins with. */
  firstHistory: readonly Occurrence[];
  state(): State;
  /** Something that alerts depend on has changed. */
  changed(): void;
  announce(message: Announcement): void;
  audited: Audited;
  /** The name of the caller. */
  nameOf(request: FastifyRequest): string;
  /** `TZ` as it was set; empty when it is not set. */
  machineZone: string;
  onDefect: OnDefect;
  parts: Pick<Parts, 'guarded' | 'guardedTask'>;
  /** Default: all that there are. */
  rules?: readonly AnyRuleSet[] | undefined;
  clock: Clock;
  log: Logger;
}

/** For the routes, from parts that need the alerts. */
interface MoreOfAlerts {
  /** What an operator does with active alerts: done, stored and shown to all. */
  act(act: Act): readonly ActResult[];
  /** The messages about alerts, and what holds them back. */
  notifications: NotificationFacts;
  past: BacktestRoutesDeps['past'];
}

export interface Alerts
  extends Pick<Alerting, 'evaluate' | 'act'>,
    Required<Pick<PipelineDeps, 'mark' | 'record'>>,
    Pick<Silencing, 'windows' | 'marked' | 'marksAt' | 'nameContainers'> {
  /** The source of an instance was created again, for example with a new token. */
  renewed(instanceId: string): void;
  /** When notifications are sent. The same object while nothing changes. */
  schedule(): Schedule;
  /** The current tags of the resource of an alert. */
  tagsOf(alert: Alert): readonly string[];
  /** The id of its site. */
  siteOf(alert: Alert): string | undefined;
  /** An occurrence as the history has it. */
  find(occurrence: string): Promise<Occurrence | undefined>;
  /** A message about an occurrence has arrived at a destination. */
  notified: Ledger['notified'];
  /** For alerts of the time in which the line to a site was broken. */
  late: { config: AlertConfiguration['current']; record: Ledger['recordLate'] };
  /** What is exported with the configuration. */
  parts: Pick<ConfigParts, 'alerts' | 'silencing'>;
  /** Gives quiet hours the time zone of the browser that sets Belfry up. */
  firstZone: AlertConfiguration['firstZone'];
  /** Time zones in stored settings that do not exist. The same object while nothing changes. */
  problems(): State['serverProblems'];
  routes(mount: Mount, more: MoreOfAlerts): void;
  start(): void;
  /** Resolves when everything that can be stored is stored. */
  stop(): Promise<void>;
}

export async function createAlerts(deps: AlertsDeps): Promise<Alerts> {
  const { store, history, writes, firstHistory, state, changed, audited, nameOf, onDefect, parts, clock, log } = deps;
  const { guarded } = parts;
  const { machineZone } = deps;
  if (firstHistory.length > 0 && (await history.find({}, 1, 0)).length === 0) await history.save(firstHistory);
  const ledger = await openLedger({ store: history, writes, onDefect, clock });
  const { open, recent } = ledger;
  const configuration = createAlertConfiguration({
    store,
    state,
    changed() {
      changed();
      deps.announce({ type: 'alert_config_changed', data: {} });
    },
    log,
  });
  const { rules = createRules() } = deps;
  const alerting = createAlerting({
    ...{ rules, config: configuration.current, open, recent, guarded },
    started: momentOf(clock),
  });
  const tagsOf = (alert: Alert) => tagsIn(state(), alert);
  const siteOf = (alert: Alert) => siteOfAlert(state(), alert);
  const silencing = createSilencing({
    ...{ store, tagsOf, siteOf, changed, guarded, clock },
    dockerHosts: () => state().dockerHosts,
  });
  let stopMemories = async () => {};

  return {
    evaluate: alerting.evaluate,
    act: alerting.act,
    renewed(instanceId) {
      for (const rule of rules) guarded('what alert rules have seen', () => rule.renewed?.(instanceId), undefined);
    },
    mark: silencing.mark,
    windows: silencing.windows,
    marked: silencing.marked,
    marksAt: silencing.marksAt,
    nameContainers: silencing.nameContainers,
    // All transitions leave alerting here.
    record: (transitions, active) => ledger.record(transitions, active, (id) => knownOf(alerting.look(id)?.reading)),
    schedule: () => configuration.current().schedule,
    ...{ tagsOf, siteOf },
    find: history.newest,
    notified: ledger.notified,
    late: { config: configuration.current, record: ledger.recordLate },
    parts: {
      alerts: { read: configuration.current, prepare: (given) => ok(configuration.prepare(given)) },
      silencing: {
        read: () => ({ silences: silencing.silences(), windows: silencing.windows() }),
        prepare: (given) => ok(silencing.prepare(given)),
      },
    },
    firstZone: configuration.firstZone,
    problems: createZoneProblems({
      schedule: () => configuration.current().schedule,
      windows: silencing.windows,
      ...{ machineZone, clock },
    }),
    routes(mount, { act, notifications, past }) {
      const parts = { alerting, history, ledger, silencing, notifications };
      const isEnabled = () => configuration.current().enabled;
      alertRoutes(mount, { ...parts, state, isEnabled, act, audited, nameOf, clock });
      alertConfigRoutes(mount, { configuration, audited });
      backtestRoutes(mount, { past, state, config: configuration.current, occurrences: history, clock });
    },
    start() {
      stopMemories = startMemories({ rules, settings: store.settings, parts, clock });
    },
    async stop() {
      await ledger.settled();
      await stopMemories();
    },
  };
}
