// The endpoints of the browsers that receive notifications.

import { english } from '@belfry/domain/sentences/english';
import {
  addPushBrowser,
  getPushBrowser,
  getPushKey,
  listPushBrowsers,
  removePushBrowser,
  testPushBrowser,
  updatePushBrowser,
} from '@belfry/schema/http/push-browsers';
import type { PushBrowser } from '@belfry/schema/notifications/push';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../../http/audited.ts';
import type { Caller } from '../../http/gate.ts';
import type { Mount } from '../../http/mount.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { ServiceDeps } from '../notifier.ts';
import { pushService } from '../services/push/push.ts';
import { trySender } from '../trial.ts';
import type { PushBrowsers, StoredBrowser } from './browsers.ts';
import { ownerOf } from './standing.ts';

export interface PushBrowserDeps {
  browsers: PushBrowsers;
  service: ServiceDeps;
  publicUrl(): string;
  callerOf(request: FastifyRequest): Pick<Caller, 'who'>;
  audited: Audited;
}

export function pushBrowserRoutes(mount: Mount, deps: PushBrowserDeps): void {
  const { browsers, service, publicUrl, callerOf, audited } = deps;
  const userOf = (request: FastifyRequest) => {
    const { who } = callerOf(request);
    const owner = ownerOf(who);
    return who && owner !== undefined ? { name: who.name, owner, session: who.session } : undefined;
  };
  const visible = (request: FastifyRequest): readonly StoredBrowser[] => {
    const { who } = callerOf(request);
    const user = userOf(request);
    return browsers.all().filter(({ owner }) => who?.role === 'admin' || owner === user?.owner);
  };
  const find = (request: FastifyRequest, id: string) => visible(request).find((browser) => browser.id === id);
  const noted = async (request: FastifyRequest, event: Parameters<Audited>[1], answer: Answer<StoredBrowser>) => {
    if (!answer.ok) return answer;
    await audited(request, event, `${answer.value.name} of ${answer.value.user}`);
    return shown(answer.value);
  };

  mount(getPushKey, async () => ({ publicKey: await browsers.publicKey() }));
  mount(listPushBrowsers, ({ request }) => visible(request).map(shown));
  mount(addPushBrowser, async ({ body, request }) => {
    const user = userOf(request);
    if (!user) return refuse('forbidden', { id: 'browser.token' });
    return noted(request, 'notification_browser_added', await browsers.add(body, user));
  });
  mount(getPushBrowser, ({ params: { id }, request }) => {
    const browser = find(request, id);
    return browser ? shown(browser) : refuse('not_found');
  });
  mount(updatePushBrowser, async ({ params: { id }, body, request }) => {
    if (!find(request, id)) return refuse('not_found');
    return noted(request, 'notification_browser_changed', await browsers.change(id, body));
  });
  mount(removePushBrowser, async ({ params: { id }, request }) => {
    if (!find(request, id)) return refuse('not_found');
    const answer = await noted(request, 'notification_browser_removed', await browsers.remove(id));
    return 'error' in answer ? answer : undefined;
  });
  mount(testPushBrowser, async ({ params: { id }, request }) => {
    const browser = find(request, id);
    if (!browser) return refuse('not_found');
    const sender = pushService.open(browsers.settingsOf(id), service);
    const { language } = browser;
    const result = await trySender(sender, { clock: service.clock, publicUrl, language });
    const { ok: success, words: response, status } = result;
    await audited(request, 'notification_tested', `${browser.name} of ${browser.user}: ${response}`, success);
    // Whoever is no administrator learns nothing about machines that Belfry can reach.
    const answer: Sentence = { id: success ? 'browser.arrived' : 'browser.failed' };
    if (callerOf(request).who?.role !== 'admin') return { success, response: english(answer), sentence: answer };
    return {
      success,
      response,
      ...(!result.ok && { sentence: result.sentence }),
      ...(status !== undefined && { status }),
    };
  });
}

const shown = ({ owner: _, session: __, confirmedAt: ___, seenAt: ____, ...browser }: StoredBrowser): PushBrowser =>
  browser;
