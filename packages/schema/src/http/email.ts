// The settings of e-mail, presets of providers, and tests of destinations.
import * as z from 'zod';
import { EmailProvider, EmailReply, EmailUpdate } from '../notifications/email.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/notifications/email';

export const getEmail = endpoint(`GET ${path}`, {
  summary: 'The settings of e-mail, without secrets',
  access: 'viewer',
  versioned: true,
  reply: EmailReply,
});

export const putEmail = endpoint(`PUT ${path}`, {
  summary: 'Change the settings of e-mail. Blank secrets stay as they are stored',
  access: 'admin',
  body: EmailUpdate,
  reply: z.object({ status: z.literal('success') }),
});

export const listEmailProviders = endpoint('GET /api/notifications/email-providers', {
  summary: 'Presets of providers of e-mail',
  access: 'viewer',
  reply: z.array(EmailProvider),
});

/**
 * `method` and `type` are the same. With `config` these settings are tested and not stored: its blank secrets are the stored ones. Answers
 * when the far side has accepted the message, or 400 with its reason.
 */
export const testNotification = endpoint('POST /api/notifications/test', {
  summary: 'Send a test message and answer with its result',
  access: 'admin',
  body: z.object({
    method: z.string().max(100).optional(),
    type: z.string().max(100).optional(),
    config: z.unknown().optional(),
    webhookId: z.string().max(100).optional(),
  }),
  reply: z.object({ status: z.literal('success'), message: z.string() }),
  errors: ['bad_request', 'not_found'],
});

export const emailEndpoints = [getEmail, putEmail, listEmailProviders, testNotification] as const;
