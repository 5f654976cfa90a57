import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { NotificationSettings } from '@belfry/schema/notifications/settings';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { heartbeatHealth, mqttHealth } from './way.ts';

beforeAll(() => speak(english));

const broker = { ...MqttConfig.parse({ enabled: true, host: 'mqtt.lan' }), connected: false };
const NOW = Date.parse('2026-11-22T12:00:00Z');

test('a broker is connected, is waited for, or has the words of its problem', () => {
  expect(mqttHealth(broker)).toEqual({ dot: 'wait', title: 'Connecting…' });
  expect(mqttHealth({ ...broker, connected: true }).dot).toBe('ok');
  expect(mqttHealth({ ...broker, problem: 'Not authorized' })).toEqual({ dot: 'crit', title: 'Not authorized' });
  expect(mqttHealth({ ...broker, enabled: false, problem: 'x' })).toEqual({ dot: 'off', title: 'Disabled' });
  expect(mqttHealth({ ...broker, enabled: false, host: '' }).title).toBe('Not configured');
});

test('a heartbeat says when it was sent last, why it is not sent now, and that the first one is awaited', () => {
  const settings = NotificationSettings.parse({ heartbeat: { enabled: true, url: 'https://a.example' } });
  const sentAt = '2026-11-22T11:57:00Z';
  expect(heartbeatHealth(settings, {}, NOW).dot).toBe('wait');
  expect(heartbeatHealth(settings, { sentAt }, NOW)).toEqual({ dot: 'ok', title: 'Sent 3 minutes ago' });
  expect(heartbeatHealth(settings, { sentAt, problem: 'No instance answers.' }, NOW)).toEqual({
    dot: 'crit',
    title: 'No instance answers.',
    detail: 'last sent 3 minutes ago',
  });
});
