// A trial of e-mail: sends a message with the stored settings, or with others that are not stored.

import { ok } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import { EmailUpdate } from '@belfry/schema/notifications/email';
import { firstProblem } from '../../lib/invalid-input.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { ServiceDeps } from '../notifier.ts';
import { openEmail } from '../services/email/email.ts';
import { trySender } from '../trial.ts';
import type { EmailConfiguration } from './configuration.ts';

export interface EmailTrialDeps {
  configuration: Pick<EmailConfiguration, 'updated' | 'access'>;
  service: ServiceDeps;
  publicUrl(): string;
}

/** The answer of the mail server, or why it was not accepted. */
export async function tryEmail(deps: EmailTrialDeps, config: unknown): Promise<Answer<string>> {
  const { configuration, service, publicUrl } = deps;
  const parsed = EmailUpdate.safeParse(config ?? {});
  if (!parsed.success) return refuse('bad_request', firstProblem(parsed.error));
  const destination = configuration.updated(parsed.data);
  if (!destination.ok) return destination;
  if (!destination.value.settings.enabled) return refuse('bad_request', { id: 'email.off' });
  const opened = { ...destination.value, access: configuration.access };
  const { language } = opened.settings;
  const result = await trySender(openEmail(opened, service), { clock: service.clock, publicUrl, language });
  return result.ok ? ok(result.words) : refuse('bad_request', result.sentence ?? otherWords(result.words));
}
