// The configuration of alerts as a part of the configuration that is exported.

import { ok } from '@belfry/domain/result';
import { AlertConfigInput } from '@belfry/schema/alerts/config-input';
import type { ConfigPart } from '../../db/config-part.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { refuse } from '../../lib/refusal.ts';
import type { AlertConfiguration } from './config.ts';

export const alertsPart = (configuration: Pick<AlertConfiguration, 'current' | 'prepare'>): ConfigPart => ({
  name: 'alerts',
  read: configuration.current,
  prepare(found) {
    const parsed = AlertConfigInput.safeParse(found);
    if (parsed.success) return ok(configuration.prepare(parsed.data));
    return refuse('bad_request', { id: 'file.alerts', values: { problem: firstProblem(parsed.error) } });
  },
});
