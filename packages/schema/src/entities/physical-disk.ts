// A physical disk of a node.
import * as z from 'zod';

/** `size` bytes; `wearout` percent of life left or −1; `temperature` °C or 0 when unknown; `rpm` 0 for SSDs. */
export const PhysicalDisk = z.object({
  id: z.string(),
  node: z.string(),
  instance: z.string(),
  devPath: z.string(),
  model: z.string(),
  serial: z.string(),
  type: z.string(),
  size: z.number(),
  health: z.string(),
  wearout: z.number(),
  temperature: z.number(),
  rpm: z.number(),
  used: z.string(),
  lastChecked: z.string(),
});
export type PhysicalDisk = z.infer<typeof PhysicalDisk>;
