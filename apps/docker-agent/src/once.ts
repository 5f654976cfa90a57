// `--once`: sends one complete report to every server, or prints it when there is no server.
import { setTimeout as wait } from 'node:timers/promises';
import type { Collect } from './collect/collect.ts';
import { serialize } from './collect/fit.ts';
import type { Log } from './log.ts';
import type { Target } from './options/target.ts';
import { refusalOf } from './post/refusal.ts';
import { createSend } from './post/send.ts';

/** Two rounds, two seconds apart, because CPU needs two samples. True when every server accepted the report. */
export async function reportOnce(
  collect: Collect,
  targets: readonly Target[],
  print: (text: string) => void,
  log: Log,
): Promise<boolean> {
  await collect();
  await wait(2000);
  const collected = await collect();
  if (!collected.ok) {
    log('error', 'the container engine does not answer', { reason: collected.error.reason });
    return false;
  }
  const { report } = collected.value;
  if (targets.length === 0) print(`${JSON.stringify(report, null, 2)}\n`);
  const body = serialize(report);
  const outcomes = await Promise.all(
    targets.map(async (target) => {
      const outcome = await createSend(target)(body);
      if (outcome.kind === 'accepted')
        log('info', 'reported', { server: target.url, containers: report.containers?.length });
      else if (outcome.kind === 'unreachable')
        log('error', 'not reported', { server: target.url, reason: outcome.reason });
      else {
        const { message, fields } = refusalOf(outcome);
        log('error', 'not reported', { server: target.url, reason: message, ...fields });
      }
      return outcome.kind === 'accepted';
    }),
  );
  return outcomes.every(Boolean);
}
