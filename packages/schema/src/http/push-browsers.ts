// Which browsers receive notifications. Everybody who signs in may add their own; an administrator sees and removes all.

import * as z from 'zod';
import { PushBrowser, PushChange, PushInput } from '../notifications/push.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/notifications/push';
const params = z.object({ id: z.string().min(1).max(64) });

export const getPushKey = endpoint(`GET ${path}/key`, {
  summary: 'The public key that a browser needs for a subscription (applicationServerKey, base64url)',
  access: 'viewer',
  reply: z.object({ publicKey: z.string() }),
});

export const listPushBrowsers = endpoint(`GET ${path}`, {
  summary: 'The browsers that receive notifications: your own, for an administrator all',
  access: 'viewer',
  reply: z.array(PushBrowser),
});

/** A subscription that is known already is replaced. */
export const addPushBrowser = endpoint(`POST ${path}`, {
  summary: 'Send notifications to this browser',
  access: 'viewer',
  body: PushInput,
  reply: PushBrowser,
  errors: ['forbidden', 'conflict'],
});

export const getPushBrowser = endpoint(`GET ${path}/:id`, {
  summary: 'A browser that receives notifications',
  access: 'viewer',
  versioned: true,
  params,
  reply: PushBrowser,
  errors: ['not_found'],
});

export const updatePushBrowser = endpoint(`PUT ${path}/:id`, {
  summary: 'Change what a browser receives',
  access: 'viewer',
  params,
  body: PushChange,
  reply: PushBrowser,
  errors: ['not_found'],
});

export const removePushBrowser = endpoint(`DELETE ${path}/:id`, {
  summary: 'Send no more notifications to a browser',
  access: 'viewer',
  params,
  reply: z.undefined(),
  status: 204,
  errors: ['not_found'],
});

export const testPushBrowser = endpoint(`POST ${path}/:id/test`, {
  summary: 'Send a test notification to a browser, with the answer of its push service',
  access: 'viewer',
  params,
  reply: z.object({
    success: z.boolean(),
    status: z.number().optional(),
    response: z.string(),
    sentence: OwnSentence.optional(),
  }),
  errors: ['not_found'],
});

export const pushEndpoints = [
  getPushKey,
  listPushBrowsers,
  addPushBrowser,
  getPushBrowser,
  updatePushBrowser,
  removePushBrowser,
  testPushBrowser,
] as const;
