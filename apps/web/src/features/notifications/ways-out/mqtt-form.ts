// The form of MQTT: numbers as they are typed, and the password only when it is typed.
import { MASK } from '@belfry/schema/notifications/mask';
import type { MqttConfig, MqttState } from '@belfry/schema/notifications/mqtt';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { messages } from './messages.ts';

export type MqttForm = Omit<MqttConfig, 'port'> & { port: string };

export const mqttForm = ({ connected: _, problem: __, ...config }: MqttState): MqttForm => ({
  ...config,
  port: String(config.port),
  password: '',
});

const PORT = /^\d{1,5}$/;

export const checkMqtt = ({ enabled, host, port }: MqttForm): FieldErrors => ({
  ...(enabled && host.trim() === '' && { host: messages.mqtt.hostRequired }),
  ...((!PORT.test(port.trim()) || Number(port) < 1 || Number(port) > 65_535) && { port: messages.mqtt.portRange }),
});

/** `hasPassword`: one is stored, which stays unless another one is typed or the user is removed. */
export const mqttConfig = (form: MqttForm, hasPassword: boolean): MqttConfig => ({
  ...form,
  port: Number(form.port),
  password: form.password === '' && hasPassword && form.username !== '' ? MASK : form.password,
});
