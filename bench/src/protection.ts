// Measures the model of protection: the first calculation, and an update after one new backup. Also how many guests each of them judges.
//
//   node bench/src/protection.ts [guests, 10000] [backups, 100000]

import type { ProtectionInput } from '@belfry/domain/protection/input';
import { createProtectionModel } from '@belfry/domain/protection/model';
import { at, guest, job, night, pbsStorage, snapshot, task } from '@belfry/domain/protection/testing/night';
import { median } from './median.ts';

const RUNS = 15;
const NOW = at('05:26');
const DAY_MS = 86_400_000;
const [guestCount = 10_000, backupCount = 100_000] = process.argv.slice(2).map(Number);

const clusters = Array.from({ length: 10 }, (_, i) => `dc-${i}`);
const clusterOf = (i: number) => clusters[i % clusters.length] ?? '';
const byId = <T extends { id: string }>(list: T[]) => list.sort((a, b) => (a.id < b.id ? -1 : 1));
const nights = Math.floor(backupCount / guestCount);
const aSnapshot = (i: number, night: number) =>
  snapshot(
    100 + Math.floor(i / clusters.length),
    new Date(at('02:10') - night * DAY_MS + (i % 3000) * 1000).toISOString(),
    {
      namespace: clusterOf(i),
    },
  );

const input: ProtectionInput = night({
  guests: byId(
    Array.from({ length: guestCount }, (_, i) =>
      guest(100 + Math.floor(i / clusters.length), { instance: clusterOf(i), node: `pve${i % 7}` }),
    ),
  ),
  storages: clusters.map((instance) => pbsStorage(instance, '10.0.0.5', { namespace: instance })),
  jobs: clusters.flatMap((instance) => [
    job({ id: 'nightly', instance }),
    job({ id: 'often', instance, schedule: '*/4:00', selection: { kind: 'guests', vmids: [100, 101, 102] } }),
  ]),
  tasks: clusters.flatMap((instance) =>
    Array.from({ length: 210 }, (_, i) =>
      task(0, new Date(at('02:00') - (i % 30) * DAY_MS).toISOString(), { instance, node: `pve${i % 7}` }),
    ),
  ),
  serverBackups: byId(
    Array.from({ length: guestCount * nights }, (_, i) => aSnapshot(i % guestCount, Math.floor(i / guestCount))),
  ),
});

function timed(run: () => unknown): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

const cold = Array.from({ length: 5 }, () => timed(() => createProtectionModel().update(input, NOW)));

const model = createProtectionModel();
let current = input;
let protections = model.update(current, NOW);
let judged = 0;
const changes = Array.from({ length: RUNS }, (_, n) => {
  const serverBackups = byId([...current.serverBackups, aSnapshot(n * 17, -1)]);
  // Every poll gives new objects for all guests.
  current = { ...current, serverBackups, guests: current.guests.map((each) => ({ ...each })) };
  const before = protections;
  const time = timed(() => {
    protections = model.update(current, NOW);
  });
  judged = protections.filter((each, i) => each !== before[i]).length;
  return time;
});
const idle = Array.from({ length: RUNS }, () => timed(() => model.update(current, NOW)));
const tasks = Array.from({ length: RUNS }, () =>
  timed(() => {
    current = { ...current, tasks: [...current.tasks] };
    model.update(current, NOW);
  }),
);

const show = (times: readonly number[]) => `${median(times).toFixed(1)} ms (most ${Math.max(...times).toFixed(1)} ms)`;
process.stdout.write(`${guestCount} guests, ${input.serverBackups.length} backups, ${clusters.length} clusters
first calculation        ${show(cold)}, limit 1000 ms
after one new backup     ${show(changes)}, limit 50 ms; ${judged} guest judged
without a change         ${show(idle)}
after a change of tasks  ${show(tasks)}
`);
