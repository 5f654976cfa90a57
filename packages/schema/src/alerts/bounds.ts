// Which metrics have a threshold, and how large the numbers of a configuration may be. No zod here: the browser imports this file.

/** The largest trigger: percent, MB/s of rates, days of ages, °C of the temperature. */
export const triggerBounds = {
  cpu: 100,
  memory: 100,
  disk: 100,
  diskRead: 10_000,
  diskWrite: 10_000,
  networkIn: 10_000,
  networkOut: 10_000,
  backupAge: 3650,
  snapshotAge: 3650,
  usage: 100,
  temperature: 150,
} as const;
export type Metric = keyof typeof triggerBounds;
export const metrics = Object.keys(triggerBounds) as readonly Metric[];

/** `restartWindow` seconds, the others of containers are a count and percents. */
export const containerBounds = {
  restartCount: 50,
  restartWindow: 86_400,
  memoryWarnPct: 100,
  memoryCriticalPct: 100,
} as const;

/** This and nothing lower is written for "off". */
export const OFF = -1;
export const MOST_SECONDS = 7 * 86_400;
export const MOST_MAILS = 1_000_000_000;
