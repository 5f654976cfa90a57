// The settings of e-mail as a part of the configuration that is exported, with their secrets.

import { EmailSettings } from '@belfry/schema/notifications/email';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { refuse } from '../../lib/refusal.ts';
import type { EmailConfiguration } from './configuration.ts';

const Secret = z.string().max(8192).default('');
const Stored = EmailSettings.extend({ password: Secret, clientSecret: Secret, refreshToken: Secret });

export const emailPart = (configuration: Pick<EmailConfiguration, 'current' | 'prepare'>): ConfigPart => ({
  name: 'email',
  read() {
    const { settings, secrets } = configuration.current();
    return { ...settings, ...secrets };
  },
  prepare(found) {
    const parsed = Stored.safeParse(found);
    if (!parsed.success)
      return refuse('bad_request', { id: 'file.email', values: { problem: firstProblem(parsed.error) } });
    const { password, clientSecret, refreshToken, ...settings } = parsed.data;
    return configuration.prepare({ settings, secrets: { password, clientSecret, refreshToken } });
  },
});
