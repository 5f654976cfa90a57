import { byInterval, kinds } from '@belfry/schema/config/kinds';
import { defaultHistorySettings } from '@belfry/schema/history/settings';
import type { SystemReply } from '@belfry/schema/http/system';
import { expect, test } from 'vitest';
import { systemForm, systemUpdate } from './form.ts';

const saved: SystemReply = {
  theme: '',
  ...byInterval((type) => kinds[type].pollSeconds),
  discoveryEnabled: false,
  discoverySubnet: 'auto',
  allowedOrigins: '',
  allowEmbedding: false,
  allowedEmbedOrigins: '',
  updateChannel: 'stable',
  autoUpdateEnabled: false,
  autoUpdateCheckInterval: 24,
  autoUpdateTime: '03:00',
  connectionTimeout: 5,
  logLevel: 'info',
  ...defaultHistorySettings,
  backendPort: 7655,
  frontendPort: 7655,
  envOverrides: { discoveryEnabled: true },
};

test('only what was changed is sent, numbers as numbers', () => {
  const form = { ...systemForm(saved), pbsPollingInterval: '120', theme: 'dark' as const };
  expect(systemUpdate(form, ['pbsPollingInterval', 'theme'])).toEqual({ pbsPollingInterval: 120, theme: 'dark' });
});

test('a text that is not a number is sent to the server, which refuses it', () => {
  const form = { ...systemForm(saved), pvePollingInterval: 'ten' };
  expect(systemUpdate(form, ['pvePollingInterval'])).toEqual({ pvePollingInterval: 'ten' });
});
