// The rules about the physical disks of nodes.
import { nodeSubject } from '@belfry/domain/alerts/subjects';
import { nodeId } from '@belfry/domain/ids';
import type { RuleSet } from '../engine/rule-set.ts';
import { diskNotices, diskReadings } from '../readings/machine/disks.ts';
import { diskName } from '../readings/pve-messages.ts';
import { diskResource } from '../readings/resources.ts';
import { unlessDisabled } from '../readings/verdicts.ts';

/** The alerts of a disk belong to its node. Disabling the alerts of the node disables them too. */
export const createDiskRules = (): RuleSet<'physicalDisks'> => ({
  list: 'physicalDisks',
  notices: diskNotices({
    ...{ of: 'disk', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit; physical disks switched on for the host' },
    ...{ poll: 'pve physical-disks', shown: 'Storage, page of the node' },
  }),
  read(disk, context) {
    const { instance, node, devPath } = disk;
    const policy = context.policyOf(nodeSubject({ id: nodeId(instance, node) }));
    const shared = { resource: diskResource(disk, context.state) };
    return unlessDisabled(
      policy,
      diskReadings({ ...disk, name: diskName(devPath, disk.model, node) }, `${instance}-${node}-${devPath}`, shared),
    );
  },
});
