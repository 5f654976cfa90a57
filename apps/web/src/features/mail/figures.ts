// The figures of a mail gateway as texts for the cards. Pure. A missing figure is a dash.

import type { AlertType } from '@belfry/domain/alerts/catalogue';
import type { NumberField, Policy } from '@belfry/domain/alerts/thresholds';
import type { Level } from '@belfry/domain/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { formatCount, formatDecimal, formatDuration, formatUptime, NONE } from '../../lib/language/format.ts';

type Maybe = number | undefined;
const known = (value: Maybe): value is number => value !== undefined && Number.isFinite(value);

export const count = (value: Maybe): string => (known(value) ? formatCount(Math.round(value)) : NONE);

/** Per hour, from a total of 24 hours. */
export const perHour = (total: Maybe): string => {
  if (!known(total)) return NONE;
  const rate = total / 24;
  return `${rate < 10 ? formatDecimal(rate, Number.isInteger(Math.round(10 * rate) / 10) ? 0 : 1) : count(rate)}/h`;
};

const MEGABYTE = 1024 * 1024;

export const megabytes = (bytes: Maybe): string => {
  if (!known(bytes)) return NONE;
  const size = bytes / MEGABYTE;
  return `${size < 10 ? formatDecimal(size, 1) : count(size)} MB`;
};

/** With one decimal. When the total is 0, it is 0.0%. */
export const share = (part: Maybe, whole: Maybe): string =>
  known(part) ? `${formatDecimal((100 * part) / Math.max(1, known(whole) ? whole : 0), 1)}%` : NONE;

/** The load of 1, 5 and 15 minutes, as the gateway writes it: "0.82, 1.94, 1.70". */
export const loads = (text: string): string =>
  text
    .split(', ')
    .map((load) => (Number.isFinite(Number(load)) ? formatDecimal(Number(load), 2) : load))
    .join(' · ');

export const seconds = (ms: Maybe): string => (known(ms) ? `${formatDecimal(ms / 1000, 2)} s` : NONE);

export const messagesPerMinute = (ms: Maybe): string => (known(ms) && ms > 0 ? `${Math.round(60_000 / ms)}/min` : NONE);

/** Seconds. */
export const daysAndHours = (uptime: Maybe): string => (known(uptime) ? formatUptime(uptime) : NONE);

/** Seconds. */
export const age = (value: Maybe): string => (known(value) ? formatDuration(value * 1000) : NONE);

/** Whether a figure is a warning by a fixed band. */
export interface Bands {
  isLong(messages: Maybe): boolean;
  /** Seconds. */
  isOld(oldest: Maybe): boolean;
}

const never = () => false;

/** Where an alert has a threshold for the figure, only the alert colours it. `policy` is undefined while the thresholds are not known. */
export function bandsOf(policy: Pick<Policy, 'disabled' | 'plain'> | undefined): Bands {
  const judged = (...fields: NumberField[]) =>
    policy !== undefined && !policy.disabled && fields.some((field) => policy.plain[field] !== undefined);
  return {
    isLong: judged('queueTotalWarning', 'queueTotalCritical') ? never : (total) => known(total) && total > 50,
    isOld: judged('oldestMessageWarnMins', 'oldestMessageCritMins')
      ? never
      : (oldest) => known(oldest) && oldest > 1800,
  };
}

/** The level of a figure: that of its alert, and without one `isHigh` is a warning. */
export const levelBy = (alerts: readonly Pick<Alert, 'type' | 'level'>[], type: AlertType, isHigh = false): Level => {
  const level = alerts.find((alert) => alert.type === type)?.level;
  if (level === 'critical') return 'crit';
  return level === 'warning' || isHigh ? 'warn' : 'ok';
};

/** The sum over all nodes; undefined where no node reports it. */
export interface Queue {
  total: Maybe;
  deferred: Maybe;
  active: Maybe;
  oldestAge: Maybe;
}

export function queueOf({ nodes }: Pick<PmgInstance, 'nodes'>): Queue {
  const queues = nodes.flatMap(({ queueStatus }) => queueStatus ?? []);
  if (queues.length === 0) return { total: undefined, deferred: undefined, active: undefined, oldestAge: undefined };
  const sum = (field: 'total' | 'deferred' | 'active') => queues.reduce((all, queue) => all + queue[field], 0);
  return {
    total: sum('total'),
    deferred: sum('deferred'),
    active: sum('active'),
    oldestAge: Math.max(...queues.map(({ oldestAge }) => oldestAge)),
  };
}
