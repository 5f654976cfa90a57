// How long it takes to ask the past what another threshold would have done: 1,000 guests, 30 days, the real file and its worker.
// node bench/src/backtest.ts [GUESTS [DAYS]]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { metricsOf } from '@belfry/schema/history/metrics';
import { backtest } from '../../apps/server/src/history/backtest/backtest.ts';
import { createEmbeddedHistory } from '../../apps/server/src/history/embedded-history.ts';
import { defaultLimits } from '../../apps/server/src/history/tiers.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { guest } from '../../apps/server/src/state/testing/observations.ts';

const [guests, days] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 30)];
const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
/** One guest in so many comes near a threshold. */
const BUSY = 10;

const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-backtest-'));
const history = createEmbeddedHistory({
  ...{ dataDir, clock: systemClock, log: createLogger('silent'), limits: defaultLimits },
});
history.start();
// the worker keeps no process alive
const awake = setInterval(() => {}, 1000);
const vms = Array.from({ length: guests }, (_, nth) => guest('a', 100 + nth, { node: 'n1', name: `vm-${nth}` }));
const columns = metricsOf('guest').map(({ id }) => id);
const from = Math.floor(Date.now() / STEP_MS) * STEP_MS - days * DAY_MS;
for (const [nth, { id }] of vms.entries()) {
  const random = seeded(nth);
  const most = nth % BUSY === 0 ? 100 : 70;
  const column = () => Float64Array.from({ length: (days * DAY_MS) / STEP_MS }, () => most * random());
  const mean = columns.map((name) =>
    ['cpu', 'memory', 'disk'].includes(name) ? column() : new Float64Array((days * DAY_MS) / STEP_MS).fill(Number.NaN),
  );
  await history.fill({ kind: 'guest', id }, { from, stepMs: STEP_MS, mean });
}
await history.flush();
const state = { ...emptyState, vms };
const { guestDefaults } = factoryConfig;
const after = { ...factoryConfig, guestDefaults: { ...guestDefaults, cpu: { trigger: 90, clear: 85 } } };
/**
 * The processor time of the main thread, and the largest part of it between two ticks of a millisecond: so long it holds everybody else. Waiting for
 * the processor does not count, so that a busy machine does not matter.
 */
function meteredThread() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const first = used();
  let [last, most] = [first, 0];
  const timer = setInterval(() => {
    const now = used();
    most = Math.max(most, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return `${(used() - first).toFixed(0)} ms of them on the main thread, at most ${most.toFixed(0)} ms at once`;
  };
}

for (let run = 0; run < 5; run++) {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  const metered = meteredThread();
  const reply = await backtest(
    { store: history, state: () => state, clock: systemClock },
    { before: factoryConfig, after, days, timeZone: 'UTC', signal: new AbortController().signal },
  );
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${ms.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of the processor, ${metered()}: ${reply?.before.alerts} → ${reply?.after.alerts} alerts, ${reply?.figures} figures, ${reply?.unknown} unknown`,
  );
}
await history.close();
clearInterval(awake);
rmSync(dataDir, { recursive: true, force: true });
