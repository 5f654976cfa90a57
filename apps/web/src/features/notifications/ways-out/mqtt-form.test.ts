import { MASK } from '@belfry/schema/notifications/mask';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { checkMqtt, mqttConfig, mqttForm } from './mqtt-form.ts';

beforeAll(() => speak(english));

const saved = {
  ...MqttConfig.parse({ enabled: true, host: 'mqtt.lan', username: 'belfry', password: MASK }),
  connected: true,
};
const form = mqttForm(saved);

test('the stored password is never in the form, and stays unless another one is typed or the user is removed', () => {
  expect(form.password).toBe('');
  expect(mqttConfig(form, true).password).toBe(MASK);
  expect(mqttConfig({ ...form, password: 'new' }, true).password).toBe('new');
  expect(mqttConfig({ ...form, username: '' }, true).password).toBe('');
  expect(mqttConfig(form, false).password).toBe('');
});

test('what is sent is a configuration that the server accepts', () => {
  expect(MqttConfig.parse(mqttConfig({ ...form, port: '1883' }, true))).toMatchObject({ host: 'mqtt.lan', port: 1883 });
});

test('a port that is none and a missing host are refused before anything is sent', () => {
  for (const port of ['', '0', '65536', '1e3', '-1', '8883x'])
    expect(Object.keys(checkMqtt({ ...form, port }))).toEqual(['port']);
  expect(Object.keys(checkMqtt({ ...form, host: ' ' }))).toEqual(['host']);
  expect(checkMqtt({ ...form, host: '', enabled: false })).toEqual({});
});
