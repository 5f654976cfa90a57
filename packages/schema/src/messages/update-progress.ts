// The progress of an update of Belfry itself.
import * as z from 'zod';

export const UpdateProgress = z.object({
  type: z.literal('update:progress'),
  data: z.object({
    status: z.string(),
    progress: z.number(),
    message: z.string(),
    error: z.string().optional(),
    updatedAt: z.string(),
  }),
  timestamp: z.string(),
});
