// What would become of the guests of a node if it died now, or has become of them if it is lost: an estimate.
import * as z from 'zod';

/**
 * Why a guest cannot run on a node. Without `node`, on none of the others. `what` is the line of its configuration (`hostpci0`,
 * `scsi1`), its type of CPU, or the rule of HA. `storage`: where the disk is. `freeBytes`: the memory that would be free there.
 *
 * `local-disk`: the disk exists only on its node. `no-storage`: that node does not have the storage. `not-read`: the configuration of
 * the guest is not known, so nothing is said about it.
 */
export const Obstacle = z.object({
  kind: z.enum([
    'pci',
    'usb',
    'device',
    'local-disk',
    'local-path',
    'no-storage',
    'unknown-storage',
    'cpu',
    'ha-rule',
    'affinity',
    'memory',
    'no-node',
    'not-read',
  ]),
  what: z.string().optional(),
  storage: z.string().optional(),
  node: z.string().optional(),
  freeBytes: z.number().optional(),
});
export type Obstacle = z.infer<typeof Obstacle>;

/**
 * `isAssumed`: nobody knows whether it ran when its node was lost, and the estimate takes it that it did. `to`: a node that has room for it. `isManaged`: HA starts it there. Without `to` the obstacles say why. `order`: its place in the order
 * in which its node starts its guests (`startup` of its configuration); the guests without one come after those.
 */
export const LostGuest = z.object({
  vmid: z.number().int(),
  to: z.string().optional(),
  isManaged: z.boolean(),
  order: z.number().int().optional(),
  isAssumed: z.literal(true).optional(),
  obstacles: z.array(Obstacle).optional(),
});
export type LostGuest = z.infer<typeof LostGuest>;

/**
 * `id` is that of the node, `node` its name. `guests`: those that run there, or ran there before the node was lost, by vmid. `isQuorate`: the nodes that stay are the majority
 * together with the quorum device, if there is one that votes. `missing`: privileges without which the estimate is incomplete. `freeBytes`:
 * the memory of an online node that nothing used when the estimate was made; the estimates of the other nodes place guests in it.
 */
export const NodeLoss = z.object({
  id: z.string(),
  instance: z.string(),
  node: z.string(),
  guests: z.array(LostGuest),
  isQuorate: z.boolean(),
  missing: z.array(z.string()).optional(),
  freeBytes: z.number().optional(),
  staleSince: z.string().optional(),
});
export type NodeLoss = z.infer<typeof NodeLoss>;
