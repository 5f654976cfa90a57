// A trial of e-mail: sends a message with the stored settings, or with others that are not stored.
import { randomUUID } from 'node:crypto';
import { ok } from '@belfry/domain/result';
import { EmailUpdate } from '@belfry/schema/notifications/email';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { ServiceDeps } from '../notifier.ts';
import { TEST_TIMEOUT_MS } from '../request/request.ts';
import { openEmail } from '../services/email/email.ts';
import { sampleNotice } from '../text/sample.ts';
import type { EmailConfiguration } from './configuration.ts';

export interface EmailTrialDeps {
  configuration: Pick<EmailConfiguration, 'updated'>;
  service: ServiceDeps;
  publicUrl(): string;
}

/** The answer of the mail server, or why it was not accepted. */
export async function tryEmail(deps: EmailTrialDeps, config: unknown): Promise<Answer<string>> {
  const { configuration, service, publicUrl } = deps;
  const parsed = EmailUpdate.safeParse(config ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('bad_request', `${issue?.path.join('.')} ${issue?.message}`);
  }
  const destination = configuration.updated(parsed.data);
  if (!destination.ok) return destination;
  if (!destination.value.settings.enabled) return refuse('bad_request', 'E-mail is not enabled.');
  const sender = openEmail(destination.value, service);
  const timeout = new AbortController();
  const cancel = service.clock.after(TEST_TIMEOUT_MS, () => timeout.abort());
  try {
    const notice = sampleNotice(service.clock.now());
    const result = await sender.send(
      { key: randomUUID(), notice, publicUrl: publicUrl(), threads: {} },
      timeout.signal,
    );
    return result.ok ? ok(result.words) : refuse('bad_request', result.words);
  } finally {
    cancel();
    await sender.close();
  }
}
