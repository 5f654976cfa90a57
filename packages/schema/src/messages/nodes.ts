// The list of watched hosts has changed: a host registered itself, or was added, edited or deleted.
import * as z from 'zod';
import { setupTypes } from '../config/kinds.ts';

export const NodeAutoRegistered = z.object({
  type: z.literal('node_auto_registered'),
  data: z.object({
    type: z.enum(setupTypes),
    host: z.string(),
    name: z.string(),
    tokenId: z.string(),
    hasToken: z.literal(true),
    verifySSL: z.boolean(),
    status: z.literal('connected'),
  }),
  timestamp: z.string(),
});
export const NodeDeleted = z.object({
  type: z.literal('node_deleted'),
  data: z.object({ nodeType: z.string() }),
  timestamp: z.string(),
});
export const NodesChanged = z.object({ type: z.literal('nodes_changed'), data: z.object({}), timestamp: z.string() });
