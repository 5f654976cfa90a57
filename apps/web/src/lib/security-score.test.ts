import type { SecurityStatus } from '@belfry/schema/http/security';
import { expect, test } from 'vitest';
import { deservesWarning, scoreOf } from './security-score.ts';

const status = (change: Partial<SecurityStatus>): SecurityStatus => ({
  configured: true,
  hasAuthentication: true,
  requiresAuth: true,
  disabled: false,
  configuredButPendingRestart: false,
  oidcEnabled: false,
  hasProxyAuth: false,
  proxyAuthUsername: '',
  proxyAuthIsAdmin: false,
  proxyAuthLogoutURL: '',
  exportProtected: true,
  apiTokenConfigured: true,
  hasHTTPS: true,
  ...change,
});

test('five points; encryption counts unless the answer is no, everything else only when it is yes', () => {
  expect(scoreOf(status({}))).toBe(5);
  expect(scoreOf(status({ credentialsEncrypted: false }))).toBe(4);
  expect(
    scoreOf(status({ hasAuthentication: false, exportProtected: false, apiTokenConfigured: false, hasHTTPS: false })),
  ).toBe(1);
});

test('plain HTTP alone is no warning; two points lost, or public and open, is', () => {
  expect(deservesWarning(status({ hasHTTPS: false }))).toBe(false);
  expect(deservesWarning(status({ hasHTTPS: false, apiTokenConfigured: false }))).toBe(true);
  expect(deservesWarning(status({ hasAuthentication: false, publicAccess: true }))).toBe(true);
  expect(deservesWarning(status({ hasAuthentication: false, publicAccess: false }))).toBe(false);
});
