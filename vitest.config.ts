import { configDefaults, defineConfig } from 'vitest/config';

/** A minute and a half of everything going wrong. */
const chaos = 'apps/server/src/chaos.test.ts';

/**
 * They want the machine for themselves: they count frames or seconds, or give containers a network, whose interfaces end
 * what a browser beside them is fetching as they come and go.
 */
const alone = [
  chaos,
  ...['docker-host', 'image', 'install', 'many-guests', 'newcomer', 'outage', 'start'].map(
    (name) => `e2e/src/${name}.test.ts`,
  ),
];

const journeys = {
  root: '.',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // a page on a loaded machine takes more than the second that is the default
  expect: { poll: { timeout: 15_000 } },
  // testcontainers fetches nothing: no reaper, no image to find out where the engine is
  env: { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          root: '.',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, chaos],
          environment: 'node',
          // two cores under load: a slow machine is no failure
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...journeys,
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          // most of a journey is waiting for a page: two at a time take little more than one
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...journeys, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
