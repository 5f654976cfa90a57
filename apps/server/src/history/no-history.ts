// A history that stores nothing: where there is no database for it.
import type { HistoryStore } from './history-store.ts';

export const noHistory: HistoryStore = {
  record() {},
  async fill() {},
  known: async () => [],
  series: async () => [],
  counts: async () => [],
  status: async () => ({ sizeBytes: 0, resources: 0, tiers: [], damagedBlocks: 0 }),
  problems: () => none,
  configure() {},
  async forget() {},
  async flush() {},
  async close() {},
};

const none = {};
