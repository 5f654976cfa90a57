// Delivers reports to one server: one being sent, one waiting, retries with backoff. A newer report replaces the waiting one.
import { backoffMs } from '@belfry/domain/backoff';
import type { Clock } from '../clock.ts';
import { type Log, onChange } from '../log.ts';
import { refusalOf } from './refusal.ts';
import type { Outcome, Send } from './send.ts';

export interface Delivery {
  offer(body: string): void;
  stop(): void;
}

export interface DeliveryOptions {
  /** For the log. */
  server: string;
  send: Send;
  clock: Clock;
  /** 0 up to 1. */
  random: () => number;
  log: Log;
}

/** A refused token stays refused until somebody changes it, so trying more often does not help. */
const unwelcomeMs = 300_000;

/** Up to a minute; `random` (0–1) spreads a fleet that lost its server at the same moment over ±50 %. */
export const pauseMs = (failures: number, random: number): number => backoffMs(failures, 2000, 60_000) * (0.5 + random);

/**
 * The buffer holds only one report, on purpose. A report is the whole present state with running counters, so a newer one
 * contains everything. Sending old ones later would raise alerts about the past.
 */
export function createDelivery({ server, send, clock, random, log }: DeliveryOptions): Delivery {
  const say = onChange(log, 'none');
  let waiting: string | undefined;
  let busy = false;
  let pause: (() => void) | undefined;
  let failures = 0;
  let dropped = 0;
  let stopped = false;

  const settle = (body: string, outcome: Outcome) => {
    const lost = dropped || undefined;
    if (outcome.kind === 'accepted') {
      say('accepted', 'info', 'the server takes reports', { server, dropped: lost });
      failures = 0;
      dropped = 0;
      return;
    }
    const { kind } = outcome;
    if (kind === 'refused' && [400, 413, 422].includes(outcome.status)) {
      // The server would refuse the same report again; the next one may differ.
      const { fields } = refusalOf(outcome);
      say(`refused ${outcome.status}`, 'error', 'the server refuses the report', { server, ...fields });
      dropped++;
      return;
    }
    failures++;
    if (waiting === undefined) waiting = body;
    else dropped++;
    let delay = pauseMs(failures, random());
    if (kind === 'unreachable') {
      say('unreachable', 'warn', 'the server cannot be reached, trying again', { server, reason: outcome.reason });
    } else {
      const { message, fields } = refusalOf(outcome);
      const isError = kind !== 'refused' || outcome.status === 401 || outcome.status === 403;
      say(`${kind} ${outcome.status}`, isError ? 'error' : 'warn', message, { server, ...fields });
      if (kind === 'refused' && isError) delay = unwelcomeMs * (0.9 + 0.2 * random());
      else if (kind === 'refused') delay = Math.max(delay, Math.min(outcome.retryAfterMs ?? 0, unwelcomeMs));
    }
    pause = clock.after(delay, () => {
      pause = undefined;
      void pump();
    });
  };

  const pump = async () => {
    while (!busy && !pause && !stopped && waiting !== undefined) {
      const body = waiting;
      waiting = undefined;
      busy = true;
      const outcome = await send(body);
      busy = false;
      if (!stopped) settle(body, outcome);
    }
  };

  return {
    offer(body) {
      if (waiting !== undefined) dropped++;
      waiting = body;
      void pump();
    },
    stop() {
      stopped = true;
      pause?.();
    },
  };
}
