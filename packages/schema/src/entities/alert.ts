// An alert as the state carries it.
import * as z from 'zod';

export const Alert = z.object({
  id: z.string(),
  type: z.string(),
  level: z.enum(['warning', 'critical']),
  resourceId: z.string(),
  resourceName: z.string(),
  node: z.string(),
  instance: z.string(),
  message: z.string(),
  value: z.number(),
  threshold: z.number(),
  startTime: z.string(),
  lastSeen: z.string().optional(),
  acknowledged: z.boolean(),
  ackTime: z.string().optional(),
  ackUser: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type Alert = z.infer<typeof Alert>;

export const ResolvedAlert = Alert.extend({ resolvedTime: z.string() });
export type ResolvedAlert = z.infer<typeof ResolvedAlert>;
