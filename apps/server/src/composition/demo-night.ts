// The history of a demo: ended alerts of the night before it was started, as the server would have stored them. And an operator who
// acknowledges one of the active alerts.
import { randomUUID } from 'node:crypto';
import type { AlertType } from '@belfry/domain/alerts/catalogue';
import { nodeId } from '@belfry/domain/ids';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';
import { alertOf } from '../alerting/engine/alert.ts';
import { nodeOfflineId } from '../alerting/engine/alert-ids.ts';
import type { Verdict } from '../alerting/engine/reading.ts';
import { nodeMetric, nodeOffline } from '../alerting/readings/pve-messages.ts';
import type { Occurrence } from '../db/alerts-store.ts';
import { type Cancel, type Clock, iso } from '../lib/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPERATOR = 'maria';

/** `id`: of the instance. */
export interface DemoCluster {
  id: string;
  name: string;
  nodes: readonly string[];
}

interface Past {
  type: AlertType;
  level: Severity;
  value: number;
  threshold: number;
  /** How long ago it began, and how long it lasted. */
  agoMs: number;
  lastedMs: number;
  isAcknowledged?: true;
}

const night: readonly Past[] = [
  {
    type: 'connectivity',
    level: 'critical',
    value: 0,
    threshold: 0,
    agoMs: 31 * HOUR,
    lastedMs: 6 * MINUTE,
    isAcknowledged: true,
  },
  { type: 'memory', level: 'warning', value: 87, threshold: 85, agoMs: 19 * HOUR, lastedMs: 48 * MINUTE },
  {
    type: 'cpu',
    level: 'critical',
    value: 93,
    threshold: 80,
    agoMs: 9 * HOUR,
    lastedMs: 22 * MINUTE,
    isAcknowledged: true,
  },
  { type: 'cpu', level: 'warning', value: 84, threshold: 80, agoMs: 8 * HOUR, lastedMs: 9 * MINUTE },
  { type: 'cpu', level: 'warning', value: 82, threshold: 80, agoMs: 7 * HOUR, lastedMs: 13 * MINUTE },
];

/** Rows for an empty history: one node after the other was in trouble. */
export function nightBefore({ id, name, nodes }: DemoCluster, now: number): Occurrence[] {
  return night.flatMap((past, i) => {
    const node = nodes[i % nodes.length];
    return node === undefined ? [] : [occurrenceOf(past, { id, name, node }, now)];
  });
}

function occurrenceOf(past: Past, on: { id: string; name: string; node: string }, now: number): Occurrence {
  const { type, level, value, threshold } = past;
  const [openedAt, resolvedAt] = [now - past.agoMs, now - past.agoMs + past.lastedMs];
  const resourceId = nodeId(on.id, on.node);
  const isMetric = type === 'cpu' || type === 'memory';
  const verdict: Verdict = { is: 'bad', level, value, threshold };
  const reading = {
    id: isMetric ? `${resourceId}-${type}` : nodeOfflineId(resourceId),
    type,
    resource: { kind: 'node', id: resourceId, name: on.node, node: on.node, instance: on.name, instanceId: on.id },
    verdict,
    confirm: { polls: 3 },
    message: () => (isMetric ? nodeMetric(on.node, type, value) : nodeOffline(on.node)),
  } as const;
  const acknowledged = past.isAcknowledged && { ackTime: iso(openedAt + 2 * MINUTE), ackUser: OPERATOR };
  const occurrence = randomUUID();
  const alert = alertOf(reading, level, {
    occurrence,
    list: 'nodes',
    startedAt: openedAt,
    now: resolvedAt,
    acknowledged,
  });
  const common = { level, value };
  return {
    id: occurrence,
    alert,
    level,
    peak: value,
    openedAt,
    resolvedAt,
    reason: 'recovered',
    notified: false,
    changes: [
      { at: iso(openedAt), kind: 'raised', ...common },
      ...(acknowledged ? [{ at: acknowledged.ackTime, kind: 'acknowledged' as const, by: OPERATOR, ...common }] : []),
      { at: iso(resolvedAt), kind: 'resolved', text: 'recovered', ...common },
    ],
    known: {},
  };
}

export interface ActiveAlerts {
  active(): readonly Alert[];
  acknowledge(ids: readonly string[], by: string): void;
}

/** The type of the alert that the operator of the demo knows about. */
const KNOWN: AlertType = 'memory';
const LOOK_MS = 5000;

/** Acknowledges one alert when it appears, as an operator would. */
export function employOperator({ active, acknowledge }: ActiveAlerts, clock: Pick<Clock, 'every'>): Cancel {
  const stop = clock.every(LOOK_MS, () => {
    const alert = active().find(({ type }) => type === KNOWN);
    if (!alert) return;
    stop();
    if (!alert.acknowledged) acknowledge([alert.id], OPERATOR);
  });
  return stop;
}
