// The alert as clients see it, made from a reading.

import { alertTypes } from '@belfry/domain/alerts/catalogue';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert, AlertMetadata } from '@belfry/schema/entities/alert';
import { iso } from '../../lib/clock.ts';
import type { Reading, Verdict } from './reading.ts';

export interface Raised {
  occurrence: string;
  list: string;
  /** Epoch ms. */
  startedAt: number;
  now: number;
  acknowledged?: Pick<Alert, 'ackTime' | 'ackUser'> | undefined;
}

/** A new alert. `level` is what the reading was judged to be. */
export function alertOf(reading: Reading, level: Severity, raised: Raised): Alert {
  const { resource, type } = reading;
  const metadata: AlertMetadata = {
    ...reading.metadata,
    resourceType: resource.kind,
    unit: alertTypes[type].unit,
    occurrence: raised.occurrence,
    instanceId: resource.instanceId,
    list: raised.list,
    ...originOf(reading.verdict),
  };
  return {
    id: reading.id,
    type,
    level,
    ...resourceFields(reading),
    ...messageOf(reading),
    ...figures(reading.verdict, { value: 0, threshold: 0 }),
    startTime: iso(raised.startedAt),
    lastSeen: iso(raised.now),
    acknowledged: raised.acknowledged !== undefined,
    ...raised.acknowledged,
    metadata,
  };
}

/** The same object when nothing changed that is shown. */
export function refreshed(alert: Alert, reading: Reading, level: Severity): Alert {
  const { message, sentence } = messageOf(reading);
  const names = resourceFields(reading);
  const { value, threshold } = figures(reading.verdict, alert);
  const isSame =
    alert.level === level &&
    alert.message === message &&
    alert.threshold === threshold &&
    alert.resourceName === names.resourceName &&
    alert.node === names.node &&
    alert.instance === names.instance;
  if (isSame) return alert;
  const metadata = alert.metadata && { ...alert.metadata, ...reading.metadata, ...originOf(reading.verdict) };
  const { sentence: _, ...rest } = alert;
  return {
    ...rest,
    ...names,
    level,
    message,
    ...(sentence && { sentence }),
    value,
    threshold,
    ...(metadata && { metadata }),
  };
}

/** Further apart than this, the clock was set while the alert was active. */
const CLOCK_SET_MS = 60_000;

/** `startedAt`: when it began by the clock that was set meanwhile, epoch ms. The same object when that says the same. */
export const startedAs = (alert: Alert, startedAt: number): Alert =>
  Math.abs(Date.parse(alert.startTime) - startedAt) < CLOCK_SET_MS ? alert : { ...alert, startTime: iso(startedAt) };

/** `undefined` removes a field. */
export function withMetadata(
  alert: Alert,
  change: { [K in keyof AlertMetadata]?: AlertMetadata[K] | undefined },
): Alert {
  const { metadata } = alert;
  if (!metadata) return alert;
  const next = { ...metadata, ...change } as AlertMetadata;
  for (const key in next) if (next[key] === undefined) delete next[key];
  return { ...alert, metadata: next };
}

export const messageOf = (reading: Reading): Pick<Alert, 'message' | 'sentence'> => {
  const message = reading.message();
  return typeof message === 'string' ? { message } : inEnglish(message);
};

const resourceFields = ({ resource: { id, name, node, instance } }: Reading) => ({
  resourceId: id,
  resourceName: name,
  node,
  instance,
});

/** A value is kept with one decimal, because no more is shown. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

export const measuredValue = (verdict: Verdict): number | undefined => ('value' in verdict ? verdict.value : undefined);

function figures(verdict: Verdict, before: Pick<Alert, 'value' | 'threshold'>): Pick<Alert, 'value' | 'threshold'> {
  if (verdict.is === 'measured') return { value: rounded(verdict.value), threshold: verdict.limit.trigger };
  if (verdict.is === 'bad') return { value: rounded(verdict.value), threshold: verdict.threshold };
  return { value: before.value, threshold: before.threshold };
}

function originOf(verdict: Verdict): Pick<AlertMetadata, 'origin'> {
  if (verdict.is === 'measured') return { origin: verdict.limit.origin };
  return verdict.is === 'bad' && verdict.origin ? { origin: verdict.origin } : {};
}
