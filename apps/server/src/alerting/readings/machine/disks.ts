// The health of one physical disk, of a node or of a backup server.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { bad, unknown, well } from '../verdicts.ts';

const AT_ONCE: Confirm = { polls: 1 };
/** Percent of life left. */
const LOW = 10;

const GOOD = new Set(['PASSED', 'OK', 'GOOD']);
/** A controller, a USB case or a virtual disk reports nothing; SMART may be switched off (PVE/Diskmanage.pm). */
const UNREAD = new Set(['', 'UNKNOWN', 'N/A', 'SMART DISABLED']);

/** `OK` is the word of SAS disks. A disk that fails says so with FAIL in its words; any other word is odd, and no failure. */
function healthVerdict(health: string): Verdict {
  const word = health.trim().toUpperCase();
  if (GOOD.has(word)) return well;
  if (UNREAD.has(word)) return unknown;
  return bad(word.includes('FAIL') ? 'critical' : 'warning');
}

const wearVerdict = (left: number): Verdict => {
  if (left < 0) return unknown;
  return left < LOW ? { is: 'bad', level: 'warning', value: left, threshold: LOW } : { is: 'well', value: left };
};

/** `name`: for people. `wearout`: percent of life left, below 0 when it is not known. */
export interface JudgedDisk {
  name: Sentence;
  health: string;
  wearout: number;
  model: string;
  serial: string;
}

/** `id`: what the ids of its alerts end in. */
export const diskReadings = (
  { name, health, wearout, model, serial }: JudgedDisk,
  id: string,
  shared: Shared,
): Reading[] => [
  {
    ...shared,
    id: `disk-health-${id}`,
    type: 'disk-health',
    verdict: healthVerdict(health),
    confirm: AT_ONCE,
    message: () => ({ id: 'disk.health', values: { disk: name, health } }),
    metadata: { health, model, serial },
  },
  {
    ...shared,
    id: `disk-wearout-${id}`,
    type: 'disk-wearout',
    verdict: wearVerdict(wearout),
    confirm: AT_ONCE,
    message: () => ({ id: 'disk.worn', values: { disk: name, left: wearout } }),
    metadata: { model, serial },
  },
];

export const diskNotices = (shared: SharedNotice): readonly Notice[] => [
  {
    ...shared,
    type: 'disk-health',
    fact: 'A disk reports that it fails; a word that Belfry does not know is a warning',
    after: AT_ONCE,
  },
  { ...shared, type: 'disk-wearout', fact: `A disk has less than ${LOW} % of its life left`, after: AT_ONCE },
];
