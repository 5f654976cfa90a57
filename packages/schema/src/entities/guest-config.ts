// What the configuration of a guest says: GET /nodes/{n}/{type}/{vmid}/config.
import * as z from 'zod';

/** `key` as the host names it: scsi0, rootfs, mp1. Without `isBackedUp` no backup contains it (`backup=0`). */
export const GuestDisk = z.object({ key: z.string(), storage: z.string().optional(), isBackedUp: z.boolean() });
export type GuestDisk = z.infer<typeof GuestDisk>;

/** `id` is that of the guest. `createdAt` (ISO) is absent where the host does not know it: guests of releases before 7.2. */
export const GuestConfig = z.object({
  id: z.string(),
  instance: z.string(),
  createdAt: z.string().optional(),
  disks: z.array(GuestDisk),
});
export type GuestConfig = z.infer<typeof GuestConfig>;
