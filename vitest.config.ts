import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/long-first.ts';
import { isLong } from './scripts/long-tests.ts';

/** A datacentre in which everything goes wrong, for more than a minute: it mostly waits, as the journeys do. */
const chaos = 'apps/server/src/chaos.test.ts';

/**
 * They build the image and give containers a network: its interfaces come and go, and each time a browser on this machine
 * ends what it is fetching. So they run when no journey does, and one after the other, because the second one needs what
 * the first one has built.
 */
const [install, image] = ['e2e/src/install.test.ts', 'e2e/src/image.test.ts'];
/** It makes networks, whose interfaces come and go too. */
const networks = 'e2e/src/site-networks.test.ts';

/** They build everything a second time, which takes both cores, and wait for broken releases. So they run last and alone. */
const release = ['e2e/src/release.test.ts', 'e2e/src/installer*.test.ts', 'e2e/src/update.test.ts'];

/** Processes that are killed again and again, and the datacentre above: long, and without a browser. */
const kills = ['apps/server/src/**/kill.test.ts'];
const storms = [chaos, ...kills];
/** Everything at random, for whole processes: the night plays two hundred of each. */
const randomStorms = ['apps/server/src/{contract/site-storm,servers/storm}/kill.test.ts'];
/** Half a day of a datacentre; `nightly` plays a whole month, which takes half an hour of one core. */
const month = 'apps/server/src/contract/scripted-month.test.ts';
/** One week; `nightly` plays ten. */
const weeks = 'apps/server/src/history/backtest/simulated-week.test.ts';
/** Sixty wrong values for each kind of host; `nightly` draws two hundred, of which those are the first. */
const damage = 'apps/server/src/sources/damage.test.ts';
const stormJourneys = 'e2e/src/notification-kill.test.ts';

/** Only the night runs a file with this name: a real party or a sweep, of which a submission has a smaller proof (docs/decisions/0048). */
const onlyAtNight = '**/*.night.test.ts';
/** A submission runs a part of each of these, and the night all of it: a file that reads this variable, or checks a screen at its sizes. */
const WHOLE = 'BELFRY_WHOLE';
const hasParts = (file: string): boolean =>
  /process\.env\.BELFRY_WHOLE|\b(expectWhole|sizes)\b[^;]* from '\.\/views\.ts'/.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  );
const ofNight = (place: string): string[] => {
  const files = globSync(`${place}/**/*.test.ts`, { cwd: import.meta.dirname, exclude: ['**/node_modules'] });
  return files.filter((file) => file.endsWith('.night.test.ts') || hasParts(file));
};

/** They start a server, another process or a party, open a database, or compute hashes of passwords at their real cost. */
const servers = [
  'apps/{cli,docker-agent}/src/**/*.test.ts',
  'apps/server/{scripts,src,src/composition}/*.test.ts',
  'apps/server/src/{admin,auth,contract,db,drills,history,http,journal,notify,push,recovery,servers}/**/*.test.ts',
  'apps/server/src/alerting/{config/config,ledger/history,routes,silences/silencing}.test.ts',
  'apps/server/src/alerting/rules/instance/*.test.ts',
  'apps/server/src/lib/outgoing/*.test.ts',
  'apps/server/src/**/{artefacts,host-certificate,http-client,install-script,large-json,routes}.test.ts',
  'apps/server/src/evidence/{maker,run-memory}.test.ts',
  'apps/server/src/sources/**/{*.lab,source}.test.ts',
  'packages/lab/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/**
 * Each of them has a process of its own: those that take long, and those that measure the memory or the processor of their process, or
 * change what all of it has (the certificates it trusts, the rights of new files, a function of the language).
 */
const alone = [
  ...globSync(servers, { cwd: import.meta.dirname, exclude: [onlyAtNight] }).filter((file) => isLong(`/${file}`)),
  'apps/server/src/admin/backup/s3/s3-store.test.ts',
  'apps/server/src/db/{history-file,open-store}.test.ts',
  'apps/server/src/http/server.test.ts',
  'apps/server/src/lib/outgoing/request.test.ts',
  'apps/server/src/notify/services/email/{certificate,email,postfix}.test.ts',
  'apps/server/src/push/client-limits.test.ts',
  'packages/lab/src/datacentre.test.ts',
];

/**
 * The only limits of time in the tests. They end what hangs, and are many times what a test takes alone, because a test must not
 * fail when the machine has other work. A poll ends before its test, so that the failure says what it waited for. Tests that take
 * longer are named in `scripts/long-tests.ts`.
 */
const limits = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };
/** A test waits for servers, parties and databases that it starts itself. */
const ofServers = { testTimeout: 60_000, hookTimeout: 300_000, expect: { poll: { timeout: 45_000 } } };
/** A test waits for a browser, a build, an installation or a hundred kills; e2e/src/chromium.ts has the limits of a browser. */
const ofMachines = { testTimeout: 600_000, hookTimeout: 1_200_000, expect: { poll: { timeout: 120_000 } } };

/**
 * They run a second time over PostgreSQL: what each promises holds for any database. In a submission those that go through the whole
 * server: every route, every change at once, the rights, the audit, and the tables of users, sessions and the configuration.
 */
const serverTests = (names: readonly string[]) => names.map((name) => `apps/server/src/${name}.test.ts`);
const anyDatabase = serverTests([
  ...['access', 'administration', 'at-once', 'audit', 'route-walk', 'sockets-end'].map((name) => `contract/${name}`),
  ...['admin/security/*', 'admin/configuration/transfer', 'auth/session'],
]);
const anyDatabaseAtNight = serverTests([
  ...['auth/*', 'auth/oidc/oidc', 'admin/configuration/*', 'admin/metadata/*', 'admin/onboarding/routes'],
  ...['admin/nodes/nodes', 'admin/nodes/routes', 'admin/system/*', 'admin/updates/*', 'admin/views/*'],
  'sources/docker-agent/hosts',
]);

// a browser, a product and a lab wait for each other: it takes three files at a time to keep two cores busy
const shared = { root: '.', maxWorkers: Math.max(3, availableParallelism()), ...ofMachines };
// A journey has a browser, a product, a lab and a clock: it may be tried a second time. The summary names each such test.
// Its files share workers: each file starts what it needs in its own hooks (`useStage`), never when a module is loaded.
const journeys = { ...shared, retry: 1, isolate: false };
/** Tests of servers use half of the time of the processors, as measured with three files at a time: they wait for polls, hashes and processes. */
const waiting = { ...shared, maxWorkers: Math.max(5, availableParallelism()) };
const submitted = [...configDefaults.exclude, onlyAtNight];
const own = ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'bench/src/**/*.test.ts'];
const plain = {
  ...waiting,
  environment: 'node',
  setupFiles: ['scripts/test-limits.ts', 'scripts/test-clock.ts', 'apps/web/src/lib/language/testing/english.ts'],
  sequence: { groupOrder: 1 },
};
const overPostgres = {
  ...waiting,
  ...ofServers,
  exclude: [...configDefaults.exclude, 'apps/server/src/auth/full-disk.test.ts'],
  isolate: false,
  globalSetup: 'apps/server/src/db/testing/postgres-project.ts',
  setupFiles: ['scripts/test-limits.ts', 'apps/server/src/db/testing/postgres-needed.ts'],
  sequence: { groupOrder: 1 },
};
// testcontainers fetches nothing: no reaper, no image to find out where the engine is
const env = { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' };

const whole = { ...env, [WHOLE]: 'true' };
/** The journeys of the night also leave a picture of what they check. */
const pictured = { ...whole, BELFRY_PICTURES: '1' };

// Projects with the same group order run at the same time, in the order of their names.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...journeys,
          env,
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: [...submitted, install, image, networks, stormJourneys, ...release],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...journeys, env: whole, name: 'install', include: [install, networks], sequence: { groupOrder: 1 } } },
      {
        test: {
          ...plain,
          ...limits,
          name: 'unit',
          include: own,
          exclude: [...submitted, ...storms, ...servers],
          // Pure code: its files share a worker, which is three times as fast. A module that keeps something between two files is a defect.
          isolate: false,
        },
      },
      {
        test: {
          ...plain,
          ...ofServers,
          name: 'server',
          include: servers,
          exclude: [...submitted, ...storms, ...alone],
          // Its files share workers as those of `unit` do: to load the whole server takes longer than most of its tests.
          isolate: false,
        },
      },
      {
        test: {
          ...plain,
          ...ofServers,
          name: 'alone',
          include: alone,
          exclude: [...submitted, ...storms],
        },
      },
      {
        // A few kills find most defects of a write. The storms have many.
        test: {
          ...plain,
          name: 'kills',
          include: kills,
          exclude: [...submitted, ...randomStorms],
          env: { BELFRY_KILLS: process.env.BELFRY_KILLS ?? '6' },
        },
      },
      {
        test: {
          ...{ ...shared, env, name: 'storms', include: [...storms, stormJourneys] },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...{ ...plain, ...shared },
          name: 'month',
          include: [month, weeks, damage],
          env: {
            BELFRY_MONTH_DAYS: process.env.BELFRY_MONTH_DAYS ?? '31',
            BELFRY_WEEKS: process.env.BELFRY_WEEKS ?? '10',
            BELFRY_DAMAGES: process.env.BELFRY_DAMAGES ?? '200',
          },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...{ ...journeys, env: pictured, name: 'night-journeys', include: ofNight('e2e/src') },
          exclude: [...configDefaults.exclude, networks],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...{ ...plain, ...shared, name: 'night-servers' },
          include: [...ofNight('apps'), ...ofNight('packages'), ...ofNight('scripts')],
          env: { [WHOLE]: 'true' },
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...overPostgres, name: 'postgres', include: anyDatabase } },
      {
        test: {
          ...overPostgres,
          sequence: { groupOrder: 4 },
          name: 'night-postgres',
          include: [...anyDatabase, ...anyDatabaseAtNight],
        },
      },
      { test: { ...journeys, env, name: 'image', include: [image], sequence: { groupOrder: 2 } } },
      {
        test: {
          ...{ ...shared, env, name: 'release', include: release },
          globalSetup: 'e2e/src/release-build.ts',
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
