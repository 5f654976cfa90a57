// The endpoints of webhooks. All answers have masks in place of secrets.

import { ok } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import {
  addWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  listWebhookTemplates,
  previewWebhook,
  testWebhook,
  updateWebhook,
} from '@belfry/schema/http/webhooks';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { type Answer, refuse, refuseWith } from '../../lib/refusal.ts';
import { webhookTemplates } from '../services/registry.ts';
import { maskForViewer, maskWebhook } from './mask.ts';
import { previewOf } from './preview.ts';
import { tryWebhook, type WebhookTrialDeps } from './trial.ts';
import type { Webhooks } from './webhooks.ts';

export interface WebhookRoutesDeps extends WebhookTrialDeps {
  webhooks: Webhooks;
  audited: Audited;
  isAdmin(request: FastifyRequest): boolean;
}

export function webhookRoutes(mount: Mount, deps: WebhookRoutesDeps): void {
  const { webhooks, audited, isAdmin, service, publicUrl } = deps;

  const shownTo = (request: FastifyRequest) => (isAdmin(request) ? maskWebhook<Webhook> : maskForViewer<Webhook>);

  mount(listWebhooks, ({ request }) => webhooks.all().map(shownTo(request)));
  mount(addWebhook, async ({ body, request }) => {
    const added = await webhooks.add(body);
    if (!added.ok) return added;
    await audited(request, 'webhook_added', describe(added.value));
    return maskWebhook(added.value);
  });
  mount(getWebhook, ({ params: { id }, request }) => {
    const webhook = webhooks.get(id);
    return webhook ? shownTo(request)(webhook) : refuse('not_found', { id: 'webhook.notFound' });
  });
  mount(updateWebhook, async ({ params, body, request }) => {
    const changed = await webhooks.change(params.id, body);
    if (!changed.ok) return changed;
    await audited(request, 'webhook_changed', describe(changed.value));
    return maskWebhook(changed.value);
  });
  mount(deleteWebhook, async ({ params, request }) => {
    const removed = await webhooks.remove(params.id);
    if (!removed.ok) return removed;
    await audited(request, 'webhook_deleted', describe(removed.value));
    return { status: 'success' as const };
  });
  mount(testWebhook, async ({ body: { id = '', ...typed }, request }) => {
    const webhook = webhooks.checked(typed, webhooks.get(id));
    if (!webhook.ok) return webhook;
    const result = await tryWebhook(deps, { ...webhook.value, id });
    await audited(request, 'webhook_tested', describe(webhook.value), result.ok);
    const { status = 0, words } = result;
    if (result.ok) return { success: true as const, status, response: words };
    return refuseWith('bad_request', {
      sentence:
        result.sentence ?? (status === 0 ? otherWords(words) : { id: 'webhook.answered', values: { status, words } }),
      more: { success: false, status, response: words },
    });
  });
  mount(previewWebhook, ({ body }) => previewOf(body, { now: service.clock.now(), publicUrl: publicUrl() }));
  mount(listWebhookTemplates, () => [...webhookTemplates]);
}

const describe = ({ name, service }: Pick<Webhook, 'name' | 'service'>): string => `${name} (${service})`;

/** For the test of any destination: a stored webhook, or the first that is enabled. The words of its answer. */
export async function tryStoredWebhook(
  deps: WebhookTrialDeps & { webhooks: Webhooks },
  webhookId?: string,
): Promise<Answer<string>> {
  const { webhooks } = deps;
  const webhook = webhookId ? webhooks.get(webhookId) : webhooks.all().find(({ enabled }) => enabled);
  if (!webhook) return refuse('not_found', webhookId ? { id: 'webhook.notFound' } : { id: 'webhook.noneEnabled' });
  const result = await tryWebhook(deps, webhook);
  return result.ok ? ok(result.words) : refuse('bad_request', result.sentence ?? otherWords(result.words));
}
