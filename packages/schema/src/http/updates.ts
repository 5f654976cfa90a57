// New versions of Belfry: whether there is one, how to install it, and which versions ran here before. Belfry installs one itself
// only where an archive was installed, and only when an administrator asks for it.
import * as z from 'zod';
import { NamedText } from '../named-text.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';
import { UpdateChannel } from './system.ts';

/** `releaseDate` ISO or empty. `downloadUrl` is the page of the release. `warning` says why the check failed. */
export const UpdateInfo = z.object({
  available: z.boolean(),
  currentVersion: z.string(),
  latestVersion: z.string(),
  releaseNotes: z.string(),
  releaseDate: z.string(),
  downloadUrl: z.string(),
  isPrerelease: z.boolean(),
  warning: z.string().optional(),
});
export type UpdateInfo = z.infer<typeof UpdateInfo>;

const Kind = z.enum([
  ...[
    'idle',
    'checking',
    'available',
    'downloading',
    'verifying',
    'extracting',
    'backing-up',
    'applying',
    'restarting',
  ],
  ...['completed', 'error'],
] as const);

/**
 * `progress` percent. `error` is empty unless the status is `error`. `updatedAt` ISO. `version`: that an update installs, while it
 * runs and for some minutes after it. `rolledBack`: it failed, and the version before runs again. `named`: what `message` says.
 */
export const UpdateStatus = z.object({
  status: Kind,
  progress: z.number(),
  message: z.string(),
  error: z.string(),
  updatedAt: z.string(),
  version: z.string().optional(),
  rolledBack: z.boolean().optional(),
  named: NamedText.optional(),
});
export type UpdateStatus = z.infer<typeof UpdateStatus>;

/**
 * `canAutoUpdate`: Belfry installs it when it is asked to. `problems`: what keeps it from that at present. `command`: what does the
 * same in a shell, where Belfry does not. `downloadUrl`: the archive, or the page of the release. `named` has what
 * each text of these lists says, in the same order.
 */
export const UpdatePlan = z.object({
  canAutoUpdate: z.boolean(),
  problems: z.array(z.string()).optional(),
  command: z.string().optional(),
  instructions: z.array(z.string()),
  prerequisites: z.array(z.string()),
  estimatedTime: z.string(),
  requiresRoot: z.boolean(),
  rollbackSupport: z.boolean(),
  downloadUrl: z.string().optional(),
  named: z
    .object({
      instructions: z.array(NamedText),
      prerequisites: z.array(NamedText),
      problems: z.array(NamedText).optional(),
    })
    .optional(),
});
export type UpdatePlan = z.infer<typeof UpdatePlan>;

/** `1.2.3`, `v1.2.3-rc.1`. It becomes part of shell instructions, so nothing else is allowed. */
const VERSION = toMessage({ id: 'input.version' });
const WantedVersion = z
  .string({ error: toMessage({ id: 'input.versionRequired' }) })
  .max(64, VERSION)
  .regex(/^v?[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, VERSION);

export const HistoryStatus = z.enum(['in_progress', 'success', 'failed', 'rolled_back', 'cancelled']);

/**
 * One change of version, or the attempt. `timestamp` ISO: when it was started, or when the new version first ran. `user`: who started it.
 * `backup_path`: the copy of the data that was made.
 */
export const UpdateEntry = z.object({
  event_id: z.string(),
  timestamp: z.string(),
  action: z.enum(['update', 'rollback']),
  channel: z.string(),
  version_from: z.string(),
  version_to: z.string(),
  deployment_type: z.string(),
  initiated_by: z.enum(['user', 'auto', 'api']),
  initiated_via: z.enum(['ui', 'cli', 'script', 'webhook']),
  status: HistoryStatus,
  duration_ms: z.number(),
  notes: z.string(),
  user: z.string().optional(),
  backup_path: z.string().optional(),
  download_bytes: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
});
export type UpdateEntry = z.infer<typeof UpdateEntry>;

export const checkUpdates = endpoint('GET /api/updates/check', {
  summary: 'Is there a newer version?',
  access: 'viewer',
  query: z.object({ channel: UpdateChannel.optional() }),
  reply: UpdateInfo,
});
export const getUpdateStatus = endpoint('GET /api/updates/status', {
  summary: 'What the search for updates, or an update, is at',
  access: 'viewer',
  /** `hasFeed`: a list of releases is set, so that Belfry can look for new versions. */
  reply: UpdateStatus.extend({ hasFeed: z.boolean() }),
});
export const getUpdatePlan = endpoint('GET /api/updates/plan', {
  summary: 'How to get a version, for the way this instance was installed',
  access: 'viewer',
  query: z.object({
    version: WantedVersion,
    channel: UpdateChannel.optional(),
  }),
  reply: UpdatePlan,
});
/** Names a release by its version or by its `downloadUrl`. Refused with instructions where Belfry does not replace itself: `plan` stands
 * beside the fields of the error. */
export const applyUpdate = endpoint('POST /api/updates/apply', {
  summary: 'Install a release, where Belfry can replace itself; otherwise the answer says what to do',
  access: 'admin',
  body: z.object({ downloadUrl: z.string().max(2048).optional(), version: WantedVersion.optional() }).optional(),
  reply: z.object({ status: z.literal('started'), message: z.string() }),
  errors: ['conflict', 'validation_error'],
});
export const listUpdates = endpoint('GET /api/updates/history', {
  summary: 'The updates, and the versions that ran here, newest first',
  access: 'viewer',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    status: HistoryStatus.optional(),
  }),
  reply: z.array(UpdateEntry),
});
export const getUpdate = endpoint('GET /api/updates/history/entry', {
  summary: 'One change of version',
  access: 'viewer',
  query: z.object({
    id: z
      .string({ error: toMessage({ id: 'input.entryRequired' }) })
      .min(1, toMessage({ id: 'input.entryRequired' }))
      .max(64),
  }),
  reply: UpdateEntry,
  errors: ['not_found'],
});

export const updateEndpoints = [
  checkUpdates,
  getUpdateStatus,
  getUpdatePlan,
  applyUpdate,
  listUpdates,
  getUpdate,
] as const;
