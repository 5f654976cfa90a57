// The endpoints of the configuration of alerts.
import * as z from 'zod';
import { AlertConfig } from '../alerts/config.ts';
import { AlertConfigInput } from '../alerts/config-input.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/alerts/config';

export const getAlertConfig = endpoint(`GET ${path}`, {
  summary: 'The thresholds of alerts, and when notifications are sent',
  access: 'viewer',
  versioned: true,
  reply: AlertConfig,
});

/** The whole configuration: missing fields get their defaults. It is stored before the answer, and in force at once. */
export const putAlertConfig = endpoint(`PUT ${path}`, {
  summary: 'Replace the configuration of alerts',
  access: 'admin',
  body: AlertConfigInput,
  /** 20,000 overrides. */
  bodyLimitBytes: 8 << 20,
  foreignKeys: true,
  reply: z.object({ status: z.literal('success') }),
});

export const alertConfigEndpoints = [getAlertConfig, putAlertConfig] as const;
