// The loop of the agent: collect, deliver, wait. No failure of the engine or a server ends it.
import type { Clock } from './clock.ts';
import type { Collect } from './collect/collect.ts';
import { serialize } from './collect/fit.ts';
import { type Log, onChange } from './log.ts';
import type { Delivery } from './post/delivery.ts';

export interface AgentOptions {
  collect: Collect;
  deliveries: readonly Delivery[];
  clock: Clock;
  intervalMs: number;
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  log: Log;
}

/** Starts at once. Returns a function that stops it. */
export function startAgent({ collect, deliveries, clock, intervalMs, random, log }: AgentOptions): () => void {
  const sayEngine = onChange(log, 'none');
  const sayFaults = onChange(log, 'none');
  let cancel: (() => void) | undefined;
  let stopped = false;

  const round = async () => {
    const collected = await collect();
    if (stopped) return;
    if (!collected.ok) {
      sayEngine('gone', 'warn', 'the container engine does not answer, trying again', {
        reason: collected.error.reason,
      });
      return;
    }
    const { report, faults } = collected.value;
    const containers = report.containers?.length;
    sayEngine('there', 'info', 'the container engine answers', { engine: report.host.engine ?? undefined, containers });
    sayFaults(faults > 0 ? 'some' : 'none', 'info', 'containers reported incompletely', { questionsFailed: faults });
    const body = serialize(report);
    for (const delivery of deliveries) delivery.offer(body);
  };

  const turn = async (waitMs: number) => {
    const began = clock.now();
    try {
      await round();
    } catch (error) {
      log('error', 'a round failed by a fault of the agent', {
        reason: error instanceof Error ? error.stack : String(error),
      });
    }
    if (!stopped) cancel = clock.after(Math.max(0, waitMs - (clock.now() - began)), next);
  };
  const next = () => void turn(intervalMs * (0.95 + 0.1 * random()));

  // The second report is early, because it has the first CPU figures. Its time is random, to spread agents that started together.
  void turn(Math.min(intervalMs, 10_000) * (0.5 + 0.5 * random()));
  return () => {
    stopped = true;
    cancel?.();
    for (const delivery of deliveries) delivery.stop();
  };
}
