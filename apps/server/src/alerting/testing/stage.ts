// The state, the engine and simple rules together: a test says what hosts answer, and sees what happens to alerts.

import { factsOf } from '@belfry/domain/alerts/catalogue';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { momentOf } from '../../lib/clock.ts';
import { createPipeline, type PipelineDeps } from '../../pipeline.ts';
import { createState } from '../../state/state.ts';
import type { Act } from '../engine/acts.ts';
import { nodeOfflineId } from '../engine/alert-ids.ts';
import { type Alerting, type AlertingDeps, createAlerting } from '../engine/alerting.ts';
import type { Confirm, Reading, Resource } from '../engine/reading.ts';
import type { AnyRuleSet, RuleSet } from '../engine/rule-set.ts';
import type { KeptOccurrence, Transition } from '../engine/transition.ts';
import { type SteppedClock, steppedClock } from './stepped-clock.ts';

const HOLD: Confirm = { holdMs: 5000 };

const guestResource = ({ id, name, node, instance }: Guest): Resource => ({
  kind: 'guest',
  id,
  name,
  node,
  instance,
  instanceId: instance,
  nodeId: `${instance}-${node}`,
});

/** CPU against 80/75/90, and whether it runs. A guest with a lock says nothing about its power. */
export const guestRules: RuleSet<'vms'> = {
  list: 'vms',
  read(guest) {
    const resource = guestResource(guest);
    const causes = [nodeOfflineId(`${guest.instance}-${guest.node}`)];
    const isRunning = guest.status === 'running';
    const cpu = guest.cpu * 100;
    const limit = { trigger: 80, clear: 75, critical: 90, origin: { from: 'default' } as const };
    const readings: Reading[] = [
      {
        id: `${guest.id}-cpu`,
        type: 'cpu',
        resource,
        verdict:
          guest.status === 'unknown'
            ? { is: 'unknown' }
            : isRunning
              ? { is: 'measured', value: cpu, limit }
              : { is: 'well' },
        confirm: HOLD,
        causes,
        message: () => `CPU at ${Math.round(cpu)} %`,
      },
      {
        id: `guest-powered-off-${guest.id}`,
        type: 'powered-off',
        resource,
        verdict:
          guest.lock !== undefined || guest.status === 'unknown'
            ? { is: 'unknown' }
            : isRunning
              ? { is: 'well' }
              : { is: 'bad', level: 'warning', value: 0, threshold: 0 },
        confirm: { polls: 2 },
        causes,
        message: () => 'powered off',
      },
    ];
    return readings;
  },
  mayBeBad: (guest) => guest.status !== 'running' || guest.cpu >= 0.8,
};

export const nodeRules: RuleSet<'nodes'> = {
  list: 'nodes',
  read: (node: Node) => [
    {
      id: nodeOfflineId(node.id),
      type: 'connectivity',
      resource: {
        kind: 'node',
        id: node.id,
        name: node.name,
        node: node.name,
        instance: node.instance,
        instanceId: node.instance,
      },
      verdict:
        node.status === 'offline' ? { is: 'bad', level: 'critical', value: 0, threshold: 0 } : { is: 'well', value: 1 },
      confirm: { polls: 3 },
      message: () => 'offline',
    },
  ],
};

export interface Stage {
  clock: SteppedClock;
  state(): State;
  observe(observation: Observation): void;
  act(act: Act): { id: string; success: boolean }[];
  forget(instanceId: string): void;
  configure(change: Partial<AlertConfig>): void;
  /** All transitions since the last call, as `raised a-1-cpu`, with the reason where there is one. */
  announced(): string[];
  transitions: Transition[];
  alerting: Alerting;
  /** The same after a restart, with the data that the store would have kept. The rules are created again. */
  restart(rules?: readonly AnyRuleSet[]): Stage;
}

export interface StageOptions extends Partial<Pick<AlertingDeps, 'rules' | 'open' | 'recent'>> {
  clock?: SteppedClock;
  config?: AlertConfig;
  transitions?: Transition[];
  protection?: PipelineDeps['protection'];
  sites?: NonNullable<PipelineDeps['sites']>;
}

export function createStage(options: StageOptions = {}): Stage {
  const { clock = steppedClock(Date.parse('2026-01-01T00:00:00Z')), rules = [nodeRules, guestRules] as AnyRuleSet[] } =
    options;
  let { config = factoryConfig } = options;
  let named = 0;
  const transitions = options.transitions ?? [];
  let announced = transitions.length;
  const started = momentOf(clock);
  const store = createState({ started, version: '1' });
  const alerting = createAlerting({
    rules,
    config: () => config,
    open: options.open ?? [],
    recent: options.recent ?? [],
    started,
    newOccurrence: () => `${started.monotonic}-${++named}`,
  });
  const pipeline = createPipeline({
    state: store,
    serverProblems: () => ({}),
    ...(options.protection && { protection: options.protection }),
    ...(options.sites && { sites: options.sites }),
    alerting,
    record(made) {
      made.forEach(checkKind);
      transitions.push(...made);
    },
    push: { publish() {}, announce() {}, clients: () => 0 },
    clock,
  });
  const stop = pipeline.start();
  return {
    clock,
    alerting,
    transitions,
    state: store.current,
    observe: pipeline.observe,
    act: (act) => [...pipeline.act(act)],
    forget: pipeline.forget,
    configure(change) {
      config = { ...config, ...change };
    },
    announced() {
      const since = transitions.slice(announced);
      announced = transitions.length;
      return since.map(({ kind, alert, reason }) => [kind, alert.id, reason].filter(Boolean).join(' '));
    },
    restart(again = rules) {
      stop();
      const kept = keptOf(transitions, clock.now());
      return createStage({ ...options, ...kept, rules: again, clock, config, transitions });
    },
  };
}

/** The catalogue must name every kind of resource that has alerts of the type: screens offer only those. */
function checkKind({ alert: { type, metadata } }: Transition): void {
  if (!factsOf(type).of.some((kind) => kind === metadata?.resourceType))
    throw new Error(`The catalogue does not have alerts of the type ${type} for the kind ${metadata?.resourceType}`);
}

/** What a store has after these transitions. */
function keptOf(transitions: readonly Transition[], now: number): { open: KeptOccurrence[]; recent: KeptOccurrence[] } {
  const rows = new Map<string, KeptOccurrence>();
  for (const { kind, alert, occurrence, at, peak, reason } of transitions) {
    const ended = kind === 'resolved' ? { resolvedAt: at, reason } : {};
    const openedAt = Date.parse(alert.startTime);
    rows.set(occurrence, { id: occurrence, alert: structuredClone(alert), peak, openedAt, ...ended });
  }
  const all = [...rows.values()];
  return {
    open: all.filter(({ resolvedAt }) => resolvedAt === undefined),
    recent: all.filter(({ resolvedAt }) => resolvedAt !== undefined && now - resolvedAt < 600_000),
  };
}
