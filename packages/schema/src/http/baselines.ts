// Configurations compared with an earlier time, with another resource or with what was agreed.
import * as z from 'zod';
import { Baseline } from '../journal/baseline.ts';
import { CompareGap, Difference } from '../journal/comparison.ts';
import { Finding } from '../journal/finding.ts';
import { endpoint } from './endpoint.ts';
import { Moment } from './moment.ts';

const Resource = z.string().min(1).max(512);

/** `from`: the time that is compared with, or when the state was agreed (ISO); null where it is another resource. */
export const Comparison = z.object({
  resource: z.string(),
  name: z.string(),
  with: z.string(),
  from: z.string().nullable(),
  differences: z.array(Difference),
  gaps: z.array(CompareGap),
});
export type Comparison = z.infer<typeof Comparison>;

export const compareSettings = endpoint('GET /api/journal/compare', {
  summary:
    'What is different in the configuration of a guest, a node or a cluster: since a time, since it was agreed, or from another one',
  access: 'viewer',
  cost: 'high',
  query: z.object({ resource: Resource, at: Moment, with: Resource.optional() }),
  meanings: {
    resource: 'The id of a guest, a node or an instance',
    at: 'ISO 8601 or epoch milliseconds. Without it and without `with`, the state that was agreed',
    with: 'The id of another one of the same kind',
  },
  reply: Comparison,
  errors: ['not_found', 'conflict', 'unavailable'],
});

export const listFindings = endpoint('GET /api/journal/findings', {
  summary:
    'What the configuration of a guest, a node or a cluster of Proxmox VE shows at present: kernel, versions, subscription, firewall',
  access: 'viewer',
  cost: 'high',
  query: z.object({ resource: Resource }),
  meanings: { resource: 'The id of a guest, a node or an instance. Others have none' },
  reply: z.object({ findings: z.array(Finding) }),
  errors: ['unavailable'],
});

const BASELINES = '/api/journal/baselines';

export const listBaselines = endpoint(`GET ${BASELINES}`, {
  summary: 'States of configurations that were agreed, and what has left them',
  access: 'viewer',
  reply: z.object({ baselines: z.array(Baseline) }),
});

export const agreeBaseline = endpoint(`POST ${BASELINES}`, {
  summary: 'Mark the present configuration of a guest, a node or a cluster as agreed',
  access: 'operator',
  body: z.strictObject({ resource: Resource }),
  reply: Baseline,
  status: 201,
  errors: ['not_found', 'conflict', 'unavailable'],
});

export const removeBaseline = endpoint(`DELETE ${BASELINES}/:id`, {
  summary: 'Forget what was agreed',
  access: 'operator',
  params: z.object({ id: Resource }),
  slashesInId: true,
  reply: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const baselineEndpoints = [compareSettings, listFindings, listBaselines, agreeBaseline, removeBaseline] as const;
