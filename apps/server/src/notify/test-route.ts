// POST /api/notifications/test: sends a test message and answers with what really happened.

import { testNotification } from '@belfry/schema/http/email';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Answer, refusalText, refuse } from '../lib/refusal.ts';

/** The words of the far side, or why it failed. */
type Trial = (input: { config?: unknown; webhookId?: string | undefined }) => Promise<Answer<string>>;

export interface TestRouteDeps {
  /** By what the caller names. */
  trials: Readonly<Record<'email' | 'webhook', Trial>>;
  audited: Audited;
}

export function testRoute(mount: Mount, { trials, audited }: TestRouteDeps): void {
  mount(testNotification, async ({ body, request }) => {
    const kind = body.method ?? body.type;
    const trial = kind === 'email' || kind === 'webhook' ? trials[kind] : undefined;
    if (!trial) return refuse('bad_request', { id: 'test.choose' });
    const result = await trial(body);
    await audited(
      request,
      'notification_tested',
      result.ok ? kind : `${kind}: ${refusalText(result.error)}`,
      result.ok,
    );
    if (!result.ok) return result;
    return { status: 'success' as const, message: `The test was accepted: ${result.value}` };
  });
}
