// Active alerts, their history, and what operators do with them.
import * as z from 'zod';
import { Severity } from '../alerts/config.ts';
import { Explanation } from '../alerts/explanation.ts';
import { HistoryEntry } from '../alerts/history.ts';
import { MaintenanceWindow, Silence, SilenceInput, SilencePatch, WindowInput } from '../alerts/silences.ts';
import { Why } from '../alerts/why.ts';
import { Affected, Alert } from '../entities/alert.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';
import { Moment } from './moment.ts';
import { pageLimit, pageOffset } from './paging.ts';

const ALERTS = '/api/alerts';
const alertId = z.string().min(1).max(512);
const Success = z.object({ success: z.literal(true) });

export const listActiveAlerts = endpoint(`GET ${ALERTS}/active`, {
  summary: 'The active alerts, the worst first',
  access: 'viewer',
  reply: z.array(Alert),
});

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;

/**
 * `limit`: 100 by default and for an invalid number, at most 10,000. `since` and `until` mean the start of an alert. `resource` is an
 * id; `q` is searched in names, messages, types, nodes and ids of alerts, and each `site:word` in it in the names of their sites.
 */
export const HistoryQuery = z.object({
  limit: pageLimit(DEFAULT_LIMIT, MAX_LIMIT),
  offset: pageOffset,
  since: Moment,
  until: Moment,
  level: Severity.optional(),
  type: z.string().max(100).optional(),
  resource: z.string().max(512).optional(),
  node: z.string().max(256).optional(),
  q: z.string().trim().max(200).optional(),
});

export const listAlertHistory = endpoint(`GET ${ALERTS}/history`, {
  cost: 'high',
  summary: 'Occurrences of alerts, the newest first, the active ones too',
  access: 'viewer',
  query: HistoryQuery,
  reply: z.array(HistoryEntry),
});

/**
 * Bars of a chart: `critical` and `warning` are the alerts that began in each, the first one from `since` (ISO) on. `bucketMs` is the
 * length of one. Without `since` the oldest alert begins the first bar.
 */
export const HistoryBuckets = z.object({
  since: z.string(),
  bucketMs: z.number(),
  total: z.number(),
  buckets: z.array(z.object({ critical: z.number(), warning: z.number() })),
});
export type HistoryBuckets = z.infer<typeof HistoryBuckets>;

export const countAlertHistory = endpoint(`GET ${ALERTS}/history/buckets`, {
  cost: 'high',
  summary: 'How many alerts of the history began when, for a chart of at most 30 bars',
  access: 'viewer',
  query: HistoryQuery.omit({ limit: true, offset: true }),
  reply: HistoryBuckets,
});

export const clearAlertHistory = endpoint(`DELETE ${ALERTS}/history`, {
  summary: 'Remove all occurrences that ended. Active alerts stay',
  access: 'admin',
  reply: z.object({ status: z.literal('success'), message: z.string() }),
});

export const explainAlert = endpoint(`GET ${ALERTS}/:id/explain`, {
  summary: 'Explain an alert: rule, readings, threshold, and why it is held back. Also by the id of an occurrence',
  access: 'viewer',
  slashesInId: true,
  params: z.object({ id: alertId }),
  reply: Explanation,
  errors: ['not_found'],
});

export const whyAlert = endpoint(`GET ${ALERTS}/why`, {
  summary:
    'Why a resource has an alert or none, by rule. `resource`: its id, its name, or the number of a guest. `type`: of an alert',
  access: 'viewer',
  query: z.object({ resource: z.string().min(1).max(512), type: z.string().max(64).optional() }),
  reply: Why,
  errors: ['not_found'],
});

/** An alert itself names up to a thousand of them. */
export const listAffected = endpoint(`GET ${ALERTS}/:id/affected`, {
  summary: 'Every resource that an active alert explains',
  access: 'viewer',
  slashesInId: true,
  params: z.object({ id: alertId }),
  reply: Affected.shape.resources,
  errors: ['not_found'],
});

/** A body is accepted and ignored: the user is the caller. */
const act = {
  access: 'operator',
  slashesInId: true,
  params: z.object({ id: alertId }),
  reply: Success,
} as const;
export const acknowledgeAlert = endpoint(`POST ${ALERTS}/:id/acknowledge`, {
  ...act,
  summary: 'Acknowledge an active alert',
  errors: ['not_found'],
});
export const unacknowledgeAlert = endpoint(`POST ${ALERTS}/:id/unacknowledge`, {
  ...act,
  summary: 'Take the acknowledgement of an active alert back',
  errors: ['not_found'],
});
/** Succeeds also when there is no such alert, as in the reference product. */
export const clearAlert = endpoint(`POST ${ALERTS}/:id/clear`, {
  ...act,
  summary: 'End an active alert. It comes back when its condition is met again',
});

const MAX_IDS = 50_000;
/** Other fields, such as `user`, are ignored. */
const AlertIds = z.object({
  alertIds: z
    .array(z.string())
    .min(1, toMessage({ id: 'input.alerts' }))
    .max(MAX_IDS),
});
const bulk = {
  access: 'operator',
  body: AlertIds,
  bodyLimitBytes: 16 << 20,
  reply: z.object({
    results: z.array(z.object({ alertId: z.string(), success: z.boolean(), error: z.string().optional() })),
  }),
} as const;
export const acknowledgeAlerts = endpoint(`POST ${ALERTS}/bulk/acknowledge`, {
  ...bulk,
  summary: 'Acknowledge many active alerts, with a result for each',
});
export const unacknowledgeAlerts = endpoint(`POST ${ALERTS}/bulk/unacknowledge`, {
  ...bulk,
  summary: 'Take the acknowledgement of many active alerts back, with a result for each',
});
export const clearAlerts = endpoint(`POST ${ALERTS}/bulk/clear`, {
  ...bulk,
  summary: 'End many active alerts, with a result for each',
});

/** A hundred targets with the longest names. */
const TARGETS_BYTES = 256 << 10;

const params = z.object({ id: z.string().min(1).max(64) });
const SILENCES = `${ALERTS}/silences` as const;
const ONE_SILENCE = `${ALERTS}/silences/:id` as const;
export const listSilences = endpoint(`GET ${SILENCES}`, {
  summary: 'The silences that have not ended',
  access: 'viewer',
  reply: z.array(Silence),
});
export const addSilence = endpoint(`POST ${SILENCES}`, {
  summary: 'Hold back the notifications of an alert, a resource, a type, a tag, a node or an instance for a time',
  access: 'operator',
  body: SilenceInput,
  bodyLimitBytes: TARGETS_BYTES,
  reply: Silence,
  status: 201,
  errors: ['conflict'],
});
export const getSilence = endpoint(`GET ${ONE_SILENCE}`, {
  summary: 'A silence that has not ended',
  access: 'viewer',
  versioned: true,
  params,
  reply: Silence,
  errors: ['not_found'],
});
export const updateSilence = endpoint(`PUT ${ONE_SILENCE}`, {
  summary: 'Change the reason of a silence, or let it end so many minutes from now',
  access: 'operator',
  params,
  body: SilencePatch,
  reply: Silence,
  errors: ['not_found'],
});
export const removeSilence = endpoint(`DELETE ${ONE_SILENCE}`, {
  summary: 'End a silence',
  access: 'operator',
  params,
  reply: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

const WINDOWS = `${ALERTS}/maintenance` as const;
const ONE_WINDOW = `${ALERTS}/maintenance/:id` as const;
export const listWindows = endpoint(`GET ${WINDOWS}`, {
  summary: 'The maintenance windows',
  access: 'viewer',
  reply: z.array(MaintenanceWindow),
});
export const addWindow = endpoint(`POST ${WINDOWS}`, {
  summary: 'Add a maintenance window, once or every week',
  access: 'operator',
  body: WindowInput,
  bodyLimitBytes: TARGETS_BYTES,
  reply: MaintenanceWindow,
  status: 201,
  errors: ['conflict'],
});
export const getWindow = endpoint(`GET ${ONE_WINDOW}`, {
  summary: 'A maintenance window',
  access: 'viewer',
  versioned: true,
  params,
  reply: MaintenanceWindow,
  errors: ['not_found'],
});
export const updateWindow = endpoint(`PUT ${ONE_WINDOW}`, {
  summary: 'Replace a maintenance window',
  access: 'operator',
  params,
  body: WindowInput,
  bodyLimitBytes: TARGETS_BYTES,
  reply: MaintenanceWindow,
  errors: ['not_found'],
});
export const removeWindow = endpoint(`DELETE ${ONE_WINDOW}`, {
  summary: 'Remove a maintenance window',
  access: 'operator',
  params,
  reply: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const alertEndpoints = [
  ...[listActiveAlerts, listAlertHistory, countAlertHistory, clearAlertHistory, explainAlert, whyAlert],
  ...[acknowledgeAlert, unacknowledgeAlert, clearAlert, acknowledgeAlerts, unacknowledgeAlerts, clearAlerts],
  ...[listSilences, addSilence, getSilence, updateSilence, removeSilence],
  ...[listWindows, addWindow, getWindow, updateWindow, removeWindow],
  listAffected,
];
