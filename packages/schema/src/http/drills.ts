// Restore tests that Belfry hands out and watches.
import * as z from 'zod';
import { Drill } from '../drill/drill.ts';
import { endpoint } from './endpoint.ts';

const DRILLS = '/api/drills';
const MAX_HOURS = 72;
const MAX_PATIENCE_MIN = 240;

/** `problem`: why the host could not be looked at just now. */
export const ShownDrill = Drill.extend({ problem: z.string().optional() });
export type ShownDrill = z.infer<typeof ShownDrill>;

/** Commands for the shell of the node. `remove`: what takes the copy away afterwards. */
export const DrillScript = z.object({ restore: z.string(), remove: z.string() });

export const listDrills = endpoint(`GET ${DRILLS}`, {
  summary: 'Restore tests that were handed out, the newest first',
  access: 'viewer',
  query: z.object({ guest: z.string().min(1).max(512).optional() }),
  meanings: { guest: 'Only those of the guest with this id' },
  reply: z.object({ drills: z.array(ShownDrill) }),
});

/** Without `backup` (its volume) the newest one, without `node` and `storage` where there is the most room. */
export const DrillInput = z.strictObject({
  guest: z.string().min(1).max(512),
  backup: z.string().min(1).max(512).optional(),
  node: z.string().min(1).max(64).optional(),
  storage: z.string().min(1).max(64).optional(),
  ports: z.array(z.number().int().min(1).max(65_535)).max(16).default([]),
  hours: z.number().int().min(1).max(MAX_HOURS).default(8),
  patienceMin: z.number().int().min(1).max(MAX_PATIENCE_MIN).default(15),
});

export const addDrill = endpoint(`POST ${DRILLS}`, {
  summary: 'Hand out a restore test of a guest. Belfry reserves a number and watches it; it restores nothing itself',
  access: 'admin',
  body: DrillInput,
  reply: ShownDrill,
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const getDrill = endpoint(`GET ${DRILLS}/:id`, {
  summary: 'One restore test: what was seen of it, and its commands',
  access: 'viewer',
  params: z.object({ id: z.string().min(1).max(64) }),
  reply: z.object({ drill: ShownDrill, script: DrillScript }),
  errors: ['not_found'],
});

export const abortDrill = endpoint(`POST ${DRILLS}/:id/abort`, {
  summary: 'End a restore test. Its copy stays where it is',
  access: 'admin',
  params: z.object({ id: z.string().min(1).max(64) }),
  reply: ShownDrill,
  errors: ['not_found', 'conflict'],
});

export const drillEndpoints = [listDrills, addDrill, getDrill, abortDrill] as const;
