// The commands for the Docker agent.
import type { SecurityStatus } from '@belfry/schema/http/security';
import { expect, test } from 'vitest';
import { installCommand, needsNoToken, tokenFits, uninstallCommand } from './docker-install.ts';

const origin = 'https://belfry.example:7655';

test('one line installs, one line removes', () => {
  expect(installCommand(origin, 'bf_1')).toBe(
    'curl -fsSL https://belfry.example:7655/install-docker-agent.sh | bash -s -- --url https://belfry.example:7655 --token bf_1',
  );
  expect(uninstallCommand(origin)).toBe(
    'curl -fsSL https://belfry.example:7655/install-docker-agent.sh | bash -s -- --uninstall',
  );
});

test('no token is needed only where the server says that none is required', () => {
  const status = (fields: Partial<SecurityStatus>) => fields as SecurityStatus;
  expect(needsNoToken(status({ requiresAuth: false }))).toBe(true);
  expect(needsNoToken(status({ requiresAuth: false, apiTokenConfigured: true }))).toBe(false);
  expect(needsNoToken(status({ requiresAuth: true }))).toBe(false);
  expect(needsNoToken(null)).toBe(false);
});

test('a token with characters special to a shell is not accepted', () => {
  for (const token of ['bf_0123456789abcdef', 'a-b.c~d+e/f=']) expect(tokenFits(token)).toBe(true);
  for (const token of ['', 'a b', 'a;rm', '$(id)', '`id`', "a'b", 'a"b', 'a|b', 'a&b', 'ä'])
    expect(tokenFits(token)).toBe(false);
});
