// The tests that take long may take longer than the limit of their project (`vitest.config.ts`).
import { expect, vi } from 'vitest';
import { isLong } from './long-tests.ts';

/** A month is played on purpose, with all of its days (`contract/scripted-month.test.ts`). */
const LONG_MS = process.env.BELFRY_MONTH_DAYS ? 7_200_000 : 600_000;

// Files of a project may share a worker: what the last one set must not stay.
vi.resetConfig();
if (isLong(expect.getState().testPath ?? '')) vi.setConfig({ testTimeout: LONG_MS });
