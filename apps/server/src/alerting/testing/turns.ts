// For tests: rule sets with the real engine. A test puts entities into the state, and sees which alerts are active.
import { emptyState } from '@belfry/domain/delta/empty-state';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { State } from '@belfry/schema/state';
import { iso, type Moment } from '../../lib/clock.ts';
import { createAlerting, type Outcome } from '../engine/alerting.ts';
import type { AnyRuleSet } from '../engine/rule-set.ts';
import type { KeptOccurrence } from '../engine/transition.ts';

export const START = Date.UTC(2026, 5, 1, 12);

export interface TurnsOptions {
  /** The instance whose polls are good with each turn. */
  instanceId: string;
  config?: Partial<AlertConfig>;
  /** Between two turns, unless a test says otherwise. */
  everyMs?: number;
}

export interface Turns {
  /** A turn: these lists are in the state after a good or failed poll. Gives the levels of the active alerts by id. */
  see(change: Partial<State>, poll?: { ok?: boolean; afterMs?: number }): Record<string, string>;
  /** Time passes without a poll. */
  wait(ms: number): Record<string, string>;
  configure(config: Partial<AlertConfig>): Record<string, string>;
  /** The server stops and starts again: the engine and the rules are created again from the stored data. */
  restart(downMs?: number): void;
  message(id: string): string | undefined;
  occurrence(id: string): string | undefined;
  /** The alert that explains this one. */
  cause(id: string): string | undefined;
  now(): Moment;
}

/** `create` makes the rule sets; it is called again for a restart. */
export function createTurns(create: () => readonly AnyRuleSet[], options: TurnsOptions): Turns {
  const { instanceId, everyMs = 30_000 } = options;
  let config: AlertConfig = { ...factoryConfig, ...options.config };
  let monotonic = 1000;
  const now = (): Moment => ({ at: START + monotonic, monotonic });
  let rules = create();
  const memories = () => rules.flatMap((rule) => rule.memories ?? []);
  let open = new Map<string, KeptOccurrence>();
  let state: State = emptyState;
  let started = now();
  const engine = () => createAlerting({ rules, config: () => config, started, open: [...open.values()] });
  let alerting = engine();
  let active: State['activeAlerts'] = [];
  const saved = new Map<string, unknown>();

  const levels = ({ lists, transitions }: Outcome): Record<string, string> => {
    const { activeAlerts } = lists();
    for (const { kind, alert, occurrence, at, peak } of transitions) {
      if (kind === 'resolved') open.delete(alert.id);
      else open.set(alert.id, { id: occurrence, alert, peak, openedAt: open.get(alert.id)?.openedAt ?? at });
    }
    active = activeAlerts;
    return Object.fromEntries(activeAlerts.map(({ id, level }) => [id, level]));
  };
  const stats = () => ({
    ...emptyState.stats,
    startTime: iso(started.at),
    uptime: Math.floor((monotonic - started.monotonic) / 1000),
  });
  const turn = (change: Partial<State>, ok?: boolean) => {
    const lists = Object.keys(change);
    state = { ...state, ...change, stats: stats() };
    const poll = { instanceId, poll: 'main', essential: true, askedAt: monotonic - 10, at: now().at, lists };
    const result = ok === undefined ? [] : [{ ...poll, ok }];
    return levels(alerting.evaluate(state, result, now()));
  };

  return {
    see(change, { ok = true, afterMs = everyMs } = {}) {
      monotonic += afterMs;
      return turn(change, ok);
    },
    wait(ms) {
      monotonic += ms;
      return turn({});
    },
    configure(change) {
      config = { ...config, ...change };
      return turn({});
    },
    restart(downMs = 60_000) {
      for (const { key, save } of memories()) saved.set(key, save() ?? saved.get(key));
      monotonic += downMs;
      started = now();
      rules = create();
      for (const { key, recall } of memories()) recall(JSON.parse(JSON.stringify(saved.get(key) ?? null)));
      open = new Map(JSON.parse(JSON.stringify([...open])));
      state = { ...emptyState, instances: state.instances };
      alerting = engine();
    },
    message: (id) => active.find((alert) => alert.id === id)?.message,
    occurrence: (id) => active.find((alert) => alert.id === id)?.metadata?.occurrence,
    cause: (id) => active.find((alert) => alert.id === id)?.metadata?.cause,
    now,
  };
}
