import { configDefaults, defineConfig } from 'vitest/config';

/** A minute and a half of everything going wrong: it wants the machine for itself. */
const chaos = 'apps/server/src/chaos.test.ts';

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
          name: 'e2e',
          root: '.',
          include: ['e2e/src/**/*.test.ts', chaos],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // after the others: a browser that shares its cores measures nothing
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          // testcontainers fetches nothing: no reaper, no image to find out where the engine is
          env: { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' },
        },
      },
    ],
  },
});
