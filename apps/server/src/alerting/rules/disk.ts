// The rules about physical disks.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { nodeId } from '@belfry/domain/ids';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { Notice, SharedNotice } from '../engine/notice.ts';
import type { Confirm, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { diskUnhealthy, diskWorn } from '../readings/pve-messages.ts';
import { diskResource } from '../readings/resources.ts';
import { bad, unknown, unlessDisabled, well } from '../readings/verdicts.ts';

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

/** The alerts of a disk belong to its node. Disabling the alerts of the node disables them too. */
export const createDiskRules = (): RuleSet<'physicalDisks'> => ({
  list: 'physicalDisks',
  notices: diskNotices,
  read(disk, context) {
    const node = nodeId(disk.instance, disk.node);
    const policy = context.policyOf(nodeSubject({ id: node }));
    const shared = {
      resource: diskResource(disk, context.state),
      confirm: AT_ONCE,
    };
    return unlessDisabled(policy, [
      {
        ...shared,
        id: alertId('disk-health', disk),
        type: 'disk-health',
        verdict: healthVerdict(disk.health),
        message: () => diskUnhealthy(disk),
        metadata: { health: disk.health, model: disk.model, serial: disk.serial },
      },
      {
        ...shared,
        id: alertId('disk-wearout', disk),
        type: 'disk-wearout',
        verdict: wearVerdict(disk.wearout),
        message: () => diskWorn(disk),
        metadata: { model: disk.model, serial: disk.serial },
      },
    ]);
  },
});

const alertId = (type: string, { instance, node, devPath }: PhysicalDisk): string =>
  `${type}-${instance}-${node}-${devPath}`;

const ofDisks: SharedNotice = {
  ...{ of: 'disk', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit; physical disks switched on for the host' },
  ...{ poll: 'pve physical-disks', shown: 'Storage, page of the node' },
};

const diskNotices: readonly Notice[] = [
  {
    ...ofDisks,
    type: 'disk-health',
    fact: 'A disk reports that it fails; a word that Belfry does not know is a warning',
    after: AT_ONCE,
  },
  { ...ofDisks, type: 'disk-wearout', fact: `A disk has less than ${LOW} % of its life left`, after: AT_ONCE },
];
