// Belfry's own settings as a part of the configuration that is exported.

import { SystemUpdate } from '@belfry/schema/http/system';
import type { ConfigPart } from '../../db/config-part.ts';
import { firstProblem } from '../../lib/invalid-input.ts';
import { refuse } from '../../lib/refusal.ts';
import type { Settings } from './settings.ts';

/** Without the values from the environment, because they belong to the machine. */
export const systemPart = (settings: Pick<Settings, 'current' | 'overrides' | 'prepare'>): ConfigPart => ({
  name: 'system',
  read: () =>
    Object.fromEntries(Object.entries(settings.current()).filter(([name]) => !settings.overrides.includes(name))),
  prepare(found) {
    const parsed = SystemUpdate.safeParse(found);
    if (parsed.success) return settings.prepare(parsed.data);
    return refuse('bad_request', { id: 'file.settings', values: { problem: firstProblem(parsed.error) } });
  },
});
