// How well this Belfry is protected, as a score of five points.

import type { SecurityStatus } from '@belfry/schema/http/security';

export type CheckId = 'encrypted' | 'export' | 'token' | 'https' | 'authentication' | 'audit';

export interface Check {
  id: CheckId;
  ok: boolean;
  /** The check is listed but not counted. */
  unscored?: true;
}

export const SCORE_MAX = 5;

/** A missing answer gives no point. Only for encryption at rest it gives one, unless the server says no. */
export const pointsOf = (status: SecurityStatus): readonly Check[] => [
  { id: 'encrypted', ok: status.credentialsEncrypted !== false },
  { id: 'export', ok: status.exportProtected === true },
  { id: 'token', ok: status.apiTokenConfigured === true },
  { id: 'https', ok: status.hasHTTPS === true },
  { id: 'authentication', ok: status.hasAuthentication },
];

export const scoreOf = (status: SecurityStatus): number => pointsOf(status).filter(({ ok }) => ok).length;

const WARN_BELOW = 4;

/** Whether Belfry can be reached from outside without a sign-in. */
export const isOpen = (status: SecurityStatus): boolean => status.publicAccess === true && !status.hasAuthentication;

export const deservesWarning = (status: SecurityStatus): boolean => isOpen(status) || scoreOf(status) < WARN_BELOW;
