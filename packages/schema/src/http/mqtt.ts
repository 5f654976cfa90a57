// The broker of MQTT that shows which machines have a problem.
import * as z from 'zod';
import { MqttInput, MqttState } from '../notifications/mqtt.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/notifications/mqtt';

export const getMqtt = endpoint(`GET ${path}`, {
  summary: 'The broker of MQTT, without its password, and whether it is connected',
  access: 'viewer',
  versioned: { except: ['connected', 'problem'] },
  reply: MqttState,
});

export const putMqtt = endpoint(`PUT ${path}`, {
  summary: 'Replace the settings of MQTT. They are in force at once',
  access: 'admin',
  body: MqttInput,
  reply: z.object({ status: z.literal('success') }),
});

export const mqttEndpoints = [getMqtt, putMqtt] as const;
