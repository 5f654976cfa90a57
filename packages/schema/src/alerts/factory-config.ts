// The configuration of alerts of a fresh installation. No zod here: the browser imports this file.
import { eachFigure, guestFigures, nodeFigures } from '../figures.ts';
import { factoryMailNumbers } from './bounds.ts';
import type { AlertConfig, Threshold } from './config.ts';

/** A missing clear level lies this far below the trigger, and never below 0. */
export const CLEAR_MARGIN = 5;

export const clearOf = (trigger: number, margin = CLEAR_MARGIN): number => Math.max(0, trigger - margin);

/** -1 is off. */
const at = (trigger: number): Threshold => ({ trigger, clear: clearOf(trigger) });

/** For Intl the server would load 8 MiB of data; Node 24 and Safari have no Temporal. */
const named = globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Of this machine. `TZ=` without a name becomes a zone with which nothing can be computed. */
export const isMachineZoneNamed = named !== 'Etc/Unknown';
export const ownTimeZone = isMachineZoneNamed ? named : 'UTC';

/** Days. A weekly backup may be a day late. */
export const factoryAges = {
  backupAge: { trigger: 8, clear: 7, critical: 15 },
  snapshotAge: { trigger: 30, clear: 29, critical: 180 },
} satisfies Record<string, Threshold>;

export const factoryConfig: AlertConfig = {
  enabled: true,
  guestDefaults: {
    ...eachFigure(guestFigures, ({ trigger }) => at(trigger)),
    ...factoryAges,
    disableConnectivity: false,
    poweredOffSeverity: 'warning',
  },
  nodeDefaults: eachFigure(nodeFigures, ({ trigger }) => at(trigger)),
  storageDefault: at(85),
  dockerDefaults: {
    cpu: at(80),
    memory: at(85),
    restartCount: 3,
    restartWindow: 300,
    memoryWarnPct: 90,
    memoryCriticalPct: 95,
  },
  pmgDefaults: { ...factoryMailNumbers },
  overrides: {},
  disableAllNodes: false,
  disableAllGuests: false,
  disableAllStorage: false,
  disableAllPBS: false,
  disableAllPMG: false,
  disableAllDockerHosts: false,
  disableAllDockerContainers: false,
  disableAllNodesOffline: false,
  disableAllGuestsOffline: false,
  disableAllPBSOffline: false,
  disableAllPMGOffline: false,
  disableAllDockerHostsOffline: false,
  minimumDelta: 2,
  suppressionWindow: 5,
  hysteresisMargin: CLEAR_MARGIN,
  timeThreshold: 5,
  timeThresholds: { guest: 5, node: 5, storage: 5, pbs: 5 },
  metricTimeThresholds: {},
  schedule: {
    quietHours: {
      enabled: false,
      start: '22:00',
      end: '08:00',
      /** Nobody has chosen one: the page takes that of the browser, and the server its own while none is stored. */
      timezone: '',
      days: {
        monday: true,
        tuesday: true,
        wednesday: true,
        thursday: true,
        friday: true,
        saturday: false,
        sunday: false,
      },
      suppress: { performance: false, storage: false, offline: false },
    },
    cooldown: 30,
    maxAlertsHour: 3,
    groupingWindow: 300,
    grouping: { enabled: true, window: 300, byNode: true, byGuest: false },
    escalation: { enabled: false, levels: [] },
  },
  aggregation: { enabled: true, timeWindow: 10, countThreshold: 3, similarityWindow: 5 },
  flapping: { enabled: true, threshold: 5, window: 10, suppressionTime: 30, minStability: 0.8 },
  ioNormalization: { enabled: true, vmDiskMax: 500, containerDiskMax: 300, networkMax: 1000 },
};
