// Which metrics have a threshold, and how large the numbers of a configuration may be. No zod here: the browser imports this file.

import { eachFigure, guestFigures, nodeFigures } from '../figures.ts';

/** The largest trigger: percent, MB/s of rates, days of ages, °C of the temperature. */
export const triggerBounds = {
  ...eachFigure(guestFigures, ({ most }): number => most),
  backupAge: 3650,
  snapshotAge: 3650,
  usage: 100,
  ...eachFigure(nodeFigures, ({ most }): number => most),
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

/** The numbers for mail gateways, in the order of their columns, as a fresh installation has them: messages, minutes and percent. */
export const factoryMailNumbers = {
  queueTotalWarning: 500,
  queueTotalCritical: 1000,
  deferredQueueWarn: 200,
  deferredQueueCritical: 500,
  holdQueueWarn: 100,
  holdQueueCritical: 300,
  oldestMessageWarnMins: 30,
  oldestMessageCritMins: 60,
  quarantineSpamWarn: 2000,
  quarantineSpamCritical: 5000,
  quarantineVirusWarn: 2000,
  quarantineVirusCritical: 5000,
  quarantineGrowthWarnPct: 25,
  quarantineGrowthWarnMin: 250,
  quarantineGrowthCritPct: 50,
  quarantineGrowthCritMin: 500,
};
export type MailNumber = keyof typeof factoryMailNumbers;
export const mailNumbers = Object.keys(factoryMailNumbers) as readonly MailNumber[];

/** This and nothing lower is written for "off". */
export const OFF = -1;
export const MAX_SECONDS = 7 * 86_400;
export const MAX_MAILS = 1_000_000_000;
