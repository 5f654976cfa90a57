// Links to a view, for screens on a wall. Whoever has the link sees the live data without signing in, and can change nothing.
// It is no API token: it opens the socket and nothing else.
import * as z from 'zod';
import { Done } from './done.ts';
import { endpoint } from './endpoint.ts';
import { ViewAddress, ViewName } from './views.ts';

/** Times are ISO 8601; null is never. */
export const ViewLink = ViewAddress.extend({
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
export type ViewLink = z.infer<typeof ViewLink>;

const path = '/api/security/view-links';

export const listViewLinks = endpoint(`GET ${path}`, {
  summary: 'Links to views, without their secrets',
  access: 'admin',
  reply: z.array(ViewLink),
});

export const createViewLink = endpoint(`POST ${path}`, {
  summary: 'Make a link to a view; its secret is shown this once',
  access: 'admin',
  body: ViewAddress.extend({ name: ViewName, expiresInDays: z.number().int().min(1).max(3650).optional() }),
  reply: ViewLink.extend({ secret: z.string() }),
  status: 201,
  errors: ['conflict'],
});

export const revokeViewLink = endpoint(`DELETE ${path}/:id`, {
  summary: 'Revoke a link to a view; screens that show it lose their connection at once',
  access: 'admin',
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  errors: ['not_found'],
});

/**
 * The browser sends the secret, which was behind the `#` of the link, and gets a cookie for it. A caller who is signed in stays
 * who they are and gets no cookie.
 */
export const openViewLink = endpoint('POST /api/view-links/open', {
  summary: 'Exchange the secret of a link to a view for a cookie, and learn the view',
  access: 'public',
  rate: 'login',
  body: z.strictObject({ secret: z.string().min(1).max(256) }),
  reply: ViewAddress.extend({ name: z.string() }),
  errors: ['not_found'],
});

export const viewLinkEndpoints = [listViewLinks, createViewLink, revokeViewLink, openViewLink] as const;
