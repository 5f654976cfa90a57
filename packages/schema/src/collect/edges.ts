// What changed in a site, with the time: for the alerts of an outage of its line. Only changes that start or end an alert about a status are
// kept, because the measured values are in the history.
import * as z from 'zod';

/** The fields that are compared, by list. An instance has an `error` while its essential poll fails. */
export const edgeFields = {
  instances: ['error'],
  vms: ['status', 'node', 'lock', 'lockInUse', 'haState', 'onboot'],
  containers: ['status', 'node', 'lock', 'lockInUse', 'haState', 'onboot'],
  nodes: ['status'],
  storage: ['status', 'active', 'enabled', 'inactiveOn'],
  backupTasks: ['status', 'endTime', 'error', 'failures'],
} as const;
export type EdgeList = keyof typeof edgeFields;
export const edgeLists = Object.keys(edgeFields) as EdgeList[];

/** Null: the field is absent. */
const Fields = z.record(z.string().max(40), z.unknown());

/**
 * One resource has changed. `at`: epoch ms on the clock of the collector, of the answer that said so. `before` and `after` have the compared
 * fields. Null: it was not there, or is not there any more; then `before` is the whole resource.
 */
export const Edge = z.object({
  at: z.number(),
  list: z.enum(edgeLists),
  id: z.string().max(500),
  before: Fields.nullable(),
  after: Fields.nullable(),
});
export type Edge = z.infer<typeof Edge>;
