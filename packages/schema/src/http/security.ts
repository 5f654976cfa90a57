// Access: roles, first run, passwords, audit log. API tokens and sessions have files of their own.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { GivenPassword, listSessions, login, logout, revokeSession } from './sessions.ts';
import { createToken, EndOthers, listTokens, regenerateToken, revokeToken, validateToken } from './tokens.ts';
import { ViewAddress } from './views.ts';

/** Each role includes the one before it. An operator acknowledges and silences alerts, an admin changes the configuration. */
export const Role = z.enum(['viewer', 'operator', 'admin']);
export type Role = z.infer<typeof Role>;

/**
 * How a request was authenticated. `link`: by a link to a view. `disabled`: sign-in is switched off and everybody is an admin.
 */
export const AuthMethod = z.enum(['proxy', 'password', 'oidc', 'token', 'basic', 'link', 'disabled']);
export type AuthMethod = z.infer<typeof AuthMethod>;

export const AuditEvent = z.enum([
  'setup',
  'credentials_rotated',
  'login',
  'login_locked',
  'logout',
  'oidc_login',
  'oidc_changed',
  'password_changed',
  'lockout_reset',
  'csrf_failed',
  'access_refused',
  'token_invalid',
  'setup_token_invalid',
  'setup_code_invalid',
  'token_created',
  'token_revoked',
  'view_link_created',
  'view_link_revoked',
  'session_revoked',
  'config_exported',
  'config_imported',
  'config_applied',
  'backup_made',
  'settings_changed',
  ...(['site_added', 'site_changed', 'site_removed'] as const),
  ...(['collector_joined', 'collector_accepted', 'collector_revoked', 'collector_refused'] as const),
  'node_added',
  'node_changed',
  'node_deleted',
  'node_registered',
  'setup_code_made',
  'docker_host_removed',
  'metadata_changed',
  'alert_config_changed',
  'webhook_added',
  'webhook_changed',
  'webhook_deleted',
  'webhook_tested',
  'diagnostics_exported',
  'update_refused',
  'update_started',
  'alert_acknowledged',
  'alert_unacknowledged',
  'alert_cleared',
  'alert_history_cleared',
  'silence_added',
  'silence_changed',
  'silence_removed',
  'maintenance_added',
  'maintenance_changed',
  'maintenance_removed',
  'protection_changed',
  'drill_handed_out',
  'drill_aborted',
  'baseline_agreed',
  'baseline_forgotten',
  'email_changed',
  'notification_settings_changed',
  'notification_tested',
  'notification_browser_added',
  'notification_browser_changed',
  'notification_browser_removed',
]);
export type AuditEvent = z.infer<typeof AuditEvent>;

export const PASSWORD_MIN = 8;
export const Username = z.string().regex(/^[A-Za-z0-9._@-]{1,64}$/, toMessage({ id: 'input.username' }));
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, toMessage({ id: 'input.password' }))
  .max(1024);

/** Signed-in users get all keys. Others get the required ones, which the sign-in page needs. */
export const SecurityStatus = z.object({
  /** An account exists, so people can sign in. False: first-run setup. */
  configured: z.boolean(),
  hasAuthentication: z.boolean(),
  requiresAuth: z.boolean(),
  disabled: z.boolean(),
  configuredButPendingRestart: z.boolean(),
  oidcEnabled: z.boolean(),
  hasProxyAuth: z.boolean(),
  proxyAuthUsername: z.string(),
  proxyAuthIsAdmin: z.boolean(),
  proxyAuthLogoutURL: z.string(),
  message: z.string().optional(),
  username: z.string().optional(),
  role: Role.optional(),
  method: AuthMethod.optional(),
  isAdmin: z.boolean().optional(),
  authUsername: z.string().optional(),
  /** ISO 8601, empty when there is no local account. */
  authLastModified: z.string().optional(),
  apiTokenConfigured: z.boolean().optional(),
  apiTokenHint: z.string().optional(),
  exportProtected: z.boolean().optional(),
  unprotectedExportAllowed: z.boolean().optional(),
  hasAuditLogging: z.boolean().optional(),
  credentialsEncrypted: z.boolean().optional(),
  hasHTTPS: z.boolean().optional(),
  clientIP: z.string().optional(),
  isPrivateNetwork: z.boolean().optional(),
  isTrustedNetwork: z.boolean().optional(),
  publicAccess: z.boolean().optional(),
  oidcIssuer: z.string().optional(),
  oidcClientId: z.string().optional(),
  oidcLogoutURL: z.string().optional(),
  oidcUsername: z.string().optional(),
  /** The view of a caller who came by a link. */
  view: ViewAddress.optional(),
});
export type SecurityStatus = z.infer<typeof SecurityStatus>;

export const getSecurityStatus = endpoint('GET /api/security/status', {
  summary: 'How this instance is protected, and who is asking',
  access: 'public',
  beforeSetup: true,
  reply: SecurityStatus,
});

/** Shown once, and never stored as plain text. `password` only when the server generated it. */
export const SetupCredentials = z.object({
  username: z.string(),
  password: z.string().optional(),
  apiToken: z.string(),
});

/**
 * First run: needs `bootstrapToken`. Later: an admin sends `force` to replace the credentials. When there is a local account,
 * its `currentPassword` is needed too. The server makes a missing password or token; a given token must be long enough not to
 * be guessed. A replacement ends all sessions.
 */
export const quickSetup = endpoint('POST /api/security/quick-setup', {
  summary: 'First-run setup, or rotation of all credentials',
  access: 'public',
  judgesCaller: true,
  rate: 'setup',
  beforeSetup: true,
  body: z.strictObject({
    username: Username.default('admin'),
    password: NewPassword.or(z.literal('')).optional(),
    apiToken: z
      .string()
      .regex(/^[A-Za-z0-9_-]{32,128}$/, toMessage({ id: 'input.apiToken' }))
      .or(z.literal(''))
      .optional(),
    force: z.boolean().default(false),
    bootstrapToken: z.string().trim().max(256).optional(),
    currentPassword: GivenPassword.optional(),
    endOthers: EndOthers,
    /** First run: of the browser, for quiet hours. A name that the server does not know has no effect. */
    timezone: z.string().max(64).optional(),
    // Scripts of the reference product send these. They have no effect.
    enableNotifications: z.boolean().optional(),
    darkMode: z.boolean().optional(),
  }),
  reply: Done.extend({ skipped: z.boolean().optional(), credentials: SetupCredentials.optional() }),
  errors: [
    ...(['bootstrap_token_required', 'unauthorized', 'forbidden', 'csrf_failed', 'conflict', 'unavailable'] as const),
    ...(['wrong_password', 'account_locked'] as const),
  ],
});

export const changePassword = endpoint('POST /api/security/change-password', {
  summary: 'Change the password of the local account',
  access: 'viewer',
  rate: 'login',
  body: z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword }),
  reply: Done.extend({ requiresRestart: z.boolean() }),
  errors: ['wrong_password', 'account_locked', 'conflict', 'unavailable'],
});

/** `identifier` is a user name or a client address. */
export const resetLockout = endpoint('POST /api/security/reset-lockout', {
  summary: 'Lift the lock of a user or an address',
  access: 'admin',
  body: z.strictObject({ identifier: z.string().trim().min(1).max(256) }),
  reply: Done,
});

/** `at` ISO 8601. */
export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  event: z.string(),
  success: z.boolean(),
  user: z.string(),
  method: z.string(),
  ip: z.string(),
  path: z.string(),
  details: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint('GET /api/security/audit', {
  summary: 'Who did what, newest first; `before` is the id to continue from',
  access: 'admin',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    before: z.coerce.number().int().min(1).optional(),
  }),
  reply: z.object({ entries: z.array(AuditEntry) }),
});

export const securityEndpoints = [
  login,
  logout,
  getSecurityStatus,
  quickSetup,
  changePassword,
  resetLockout,
  regenerateToken,
  validateToken,
  listTokens,
  createToken,
  revokeToken,
  listSessions,
  revokeSession,
  listAudit,
] as const;
