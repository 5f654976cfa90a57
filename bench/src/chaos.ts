// Runs the built product while everything fails, for a given time. On loopback only; needs root and libfaketime.
// npm run x -- node bench/src/chaos.ts --minutes 20
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDice } from '@belfry/lab/dice';
import { startFleet } from '@belfry/lab/docker/fleet';
import { createHost, reportAt } from '@belfry/lab/docker/host';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { type Seen, startDatacentre } from './chaos/datacentre.ts';
import { startHostileClients } from './chaos/hostile-clients.ts';
import { startTestedProduct } from './chaos/tested-product.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 20);
const seed = Number(values.seed ?? 1);
const dice = createDice(seed);
const { roll } = dice;

const DISK_MB = 16;
const HARD_MS = 60_000;
const EVENT_MS = 2000;
const LOOK_MS = 2000;
/** The longest pause after failures, and two polls. */
const RIGHT_WITHIN_MS = 60_000 + 2 * 10_000;
const FREEZE_MS = 20_000;
const ALERTS_END_MS = 12 * 60_000;
const HOUR_S = 3600;
const MIB = 2 ** 20;

const failures = new Map<string, string[]>();
/** A check is one line of the table; it fails when `wrong` has a text. */
function check(name: string, ...wrong: string[]): void {
  failures.set(name, [...(failures.get(name) ?? []), ...wrong]);
}
const expectThat = (name: string, holds: boolean, otherwise: string) => check(name, ...(holds ? [] : [otherwise]));

const disk = mountSmallDisk(DISK_MB);
const datacentre = await startDatacentre();
const tested = await startTestedProduct(disk.folder, datacentre.configs);
const fleet = startFleet({ url: tested.url, token: tested.tokens.report, hosts: 3, intervalSeconds: 10 });
const browsers = [1, 2, 3].map(() => tested.openBrowser());
console.info(`chaos for ${minutes} min, seed ${seed}, on ${tested.url}`);

// When it is interrupted, it leaves no process and no mount.
process.once('exit', () => {
  if (tested.isAlive()) process.kill(tested.pid, 'SIGKILL');
  disk.unmount();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Checks all the time. A missing answer is a failure, and so is a host without faults that is shown as failing. */
let over = false;
let seen: Seen | undefined;
async function watch(): Promise<void> {
  for (; !over; await pause(LOOK_MS)) {
    try {
      seen = await tested.state();
      check('no host is called down that is not', ...(isWarm ? datacentre.falseAlarms(seen) : []));
      check('no alert is raised about a host without faults', ...(isWarm ? datacentre.falseAlerts(seen) : []));
      mostAlerts = Math.max(mostAlerts, seen.activeAlerts.length);
      const ids = seen.activeAlerts.map(({ id }) => id);
      check('no alert is there twice', ...ids.filter((id, i) => ids.indexOf(id) !== i));
    } catch (error) {
      check('the state is there whenever it is asked for', String(error));
    }
  }
}
let isWarm = false;
let mostAlerts = 0;

/** Waits until the product shows the real state. Returns the time in ms, or the remaining differences. */
async function untilRight(withinMs: number): Promise<number | string[]> {
  const start = performance.now();
  let wrong: string[] = ['nothing was seen'];
  while (performance.now() - start < withinMs) {
    await pause(500);
    try {
      wrong = datacentre.errors(await tested.state());
    } catch (error) {
      wrong = [String(error)];
    }
    if (wrong.length === 0) return Math.round(performance.now() - start);
  }
  return wrong;
}

/** The slowest polls take minutes, and an alert that flaps has to be well for ten. Returns the alerts that are left. */
async function untilNoAlerts(): Promise<string[]> {
  const start = performance.now();
  tested.setClock(0);
  let left: string[] = ['nothing was seen'];
  for (const end = start + ALERTS_END_MS; left.length > 0 && performance.now() < end; await pause(LOOK_MS)) {
    try {
      left = tested.isAlive() ? datacentre.alertsLeft(await tested.state()) : ['the process is gone'];
    } catch (error) {
      left = [String(error)];
    }
  }
  console.info(`${left.length} alerts are left after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return left;
}

/** Polls open sockets and set timers all the time, so only what exists at every time is a leak. */
async function lowest(): Promise<Levels> {
  const looks: Levels[] = [];
  for (let nth = 0; nth < 5; nth++) {
    looks.push(await tested.levels());
    await pause(2000);
  }
  const least = (of: keyof Levels) => Math.min(...looks.map((look) => look[of]));
  return {
    heapBytes: least('heapBytes'),
    residentBytes: least('residentBytes'),
    sockets: least('sockets'),
    timers: least('timers'),
  };
}

async function fullDisk(): Promise<void> {
  const cycles = seen?.stats.pollingCycles ?? 0;
  const frames = browsers.map((browser) => browser.frames);
  disk.fill();
  const saved = await tested.saveSettings();
  expectThat('full disk: settings are refused with 507', saved === 507, `status ${saved}`);
  await pause(10_000);
  const [signedIn, state] = [await tested.signIn(), await tested.state()];
  const body = reportAt(createHost(9, 1, 4), Math.floor(Date.now() / 1000), { version: '0.1.0', intervalSeconds: 10 });
  const reported = await tested.report(body);
  expectThat('full disk: sign-in works', signedIn === 200, `status ${signedIn}`);
  expectThat('full disk: reports are taken', reported === 200, `status ${reported}`);
  expectThat('full disk: polls go on', state.stats.pollingCycles > cycles, `still ${cycles} cycles`);
  const silent = browsers.filter((browser, i) => browser.frames === frames[i]).length;
  expectThat('full disk: browsers hear on', silent === 0, `${silent} hear nothing`);
  expectThat('full disk: a problem is shown', 'disk' in state.serverProblems, JSON.stringify(state.serverProblems));
  disk.free();
  await pause(12_000);
  const after = (await tested.state()).serverProblems;
  expectThat('full disk: over when there is room again', !('disk' in after), JSON.stringify(after));
  const savedAgain = await tested.saveSettings();
  expectThat('full disk: then settings are saved', savedAgain === 200, `status ${savedAgain}`);
}

async function hardTimes(): Promise<number> {
  const end = performance.now() + HARD_MS;
  const hostileClients = startHostileClients(
    tested.url,
    { report: tested.tokens.hostile, read: tested.tokens.read },
    dice,
  );
  const filled = fullDisk();
  let happened = 0;
  for (let nth = 0; performance.now() < end; nth++) {
    await datacentre.happen(dice);
    happened++;
    if (nth % 7 === 3) tested.setClock(dice.pick([HOUR_S, -HOUR_S, 0, 12 * HOUR_S, -12 * HOUR_S]));
    await pause(EVENT_MS * (0.5 + roll()));
  }
  await filled;
  await tested.freeze(FREEZE_MS);
  await hostileClients.stop();
  const broken = [...hostileClients.answers].filter(([status]) => status >= 500 && status !== 503 && status !== 507);
  check('hostile requests get no server error', ...broken.map(([status, n]) => `${n} × ${status}`));
  return happened;
}

const rounds: Record<string, number | string>[] = [];
type Levels = Awaited<ReturnType<typeof tested.levels>>;
const levels: Levels[] = [];
const watching = watch();
try {
  const first = await untilRight(90_000);
  check('all is known at the start', ...(typeof first === 'number' ? [] : first));
  isWarm = true;
  const start = performance.now();
  for (let round = 1; round <= 2 || performance.now() - start < minutes * 60_000 - HARD_MS - RIGHT_WITHIN_MS; round++) {
    const waited = tested.waitedSeconds();
    const happened = await hardTimes();
    await datacentre.heal();
    const right = await untilRight(RIGHT_WITHIN_MS);
    check('right within two polls afterwards', ...(typeof right === 'number' ? [] : right.slice(0, 5)));
    await pause(10_000);
    const level = await lowest();
    levels.push(level);
    const MB = (bytes: number) => Math.round(bytes / MIB);
    // Where the product waits for a processor most of the time, hosts are called down because it cannot hear them.
    const heldUp = `${(tested.waitedSeconds() - waited).toFixed(1)} s`;
    const row = { heapMiB: MB(level.heapBytes), residentMiB: MB(level.residentBytes) };
    const rightAfter = typeof right === 'number' ? `${(right / 1000).toFixed(1)} s` : 'never';
    const state = await tested.state();
    const [resting, alerts] = [datacentre.resting(state).size, datacentre.alertsLeft(state).length];
    rounds.push({
      round,
      happened,
      rightAfter,
      resting,
      mostAlerts,
      alerts,
      heldUp,
      ...row,
      sockets: level.sockets,
      timers: level.timers,
    });
    console.info(JSON.stringify(rounds.at(-1)));
  }
} catch (error) {
  check('the run comes to its end', String(error));
}
const left = await untilNoAlerts();
check('no alert is left when all is well', ...left);
expectThat('alerts are raised while hosts fail', mostAlerts > 0, 'there was none');
over = true;
await watching;

// Memory that was resident often stays resident, so it only has to stop growing.
const [base, middle, last] = [levels[0], levels[Math.floor(levels.length / 2)], levels.at(-1)];
if (base && middle && last) {
  const grown = (what: string, by: number, most: number) => expectThat(`no leak: ${what}`, by <= most, `grew by ${by}`);
  grown('heap, MiB', Math.round((last.heapBytes - base.heapBytes) / MIB), 10);
  grown('resident memory in the second half, MiB', Math.round((last.residentBytes - middle.residentBytes) / MIB), 60);
  grown('sockets', last.sockets - base.sockets, 20);
  grown('timers', last.timers - base.timers, 20);
}
expectThat('the process lives', tested.isAlive(), tested.output().slice(-2000));
const lost = browsers.filter((browser) => browser.lost).length;
expectThat('browsers that read stay connected', lost === 0, `${lost} of ${browsers.length} were cut off`);
const defects = tested.isAlive() ? await tested.defects() : [];
check('no defect is noted', ...defects.map(({ where, message, count }) => `${count} × ${where}: ${message}`));
for (const browser of browsers) browser.close();
await fleet.stop();
const code = tested.isAlive() ? await tested.stop() : 'gone';
expectThat('it stops after SIGTERM', code === 0, `exit code ${code}`);
await datacentre.stop();

console.table(rounds);
console.table(
  [...failures].map(([name, wrong]) => ({
    check: name,
    result: wrong.length === 0 ? 'met' : `MISSED × ${wrong.length}`,
  })),
);
for (const [name, wrong] of failures)
  for (const text of [...new Set(wrong)].slice(0, 10)) console.info(`${name}: ${text}`);
const missed = [...failures.values()].some((wrong) => wrong.length > 0);
if (missed) console.info(`the log of the product ends:\n${tested.output().slice(-3000)}`);
process.exit(missed ? 1 : 0);
