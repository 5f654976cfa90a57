// Belfry's own settings, and what people added to guests, as parts of the file.
import { GuestMetadata } from '@belfry/schema/http/guest-metadata';
import { SystemSettings } from '@belfry/schema/http/system';
import * as z from 'zod';
import { refuse } from '../../lib/refusal.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Settings } from '../system/settings.ts';
import type { Part } from './part.ts';

/** What the environment holds stays out of it. */
export function settingsPart(settings: Settings): Part {
  const own = (values: object): Partial<SystemSettings> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !settings.overrides.includes(name)));
  return {
    name: 'settings',
    read: () => own(settings.current()),
    prepare(found) {
      const parsed = SystemSettings.partial().safeParse(found);
      if (!parsed.success) return refuse('bad_request', 'The system settings of the file are not valid.');
      return settings.prepare(own(parsed.data));
    },
  };
}

/** What is known here and not in the file stays. */
export const metadataPart = (metadata: Metadata): Part => ({
  name: 'guestMetadata',
  read: () => metadata.all(),
  prepare(found) {
    const parsed = z.record(z.string(), GuestMetadata).safeParse(found);
    if (!parsed.success) return refuse('bad_request', 'What the file says about guests is not valid.');
    return metadata.prepare(parsed.data);
  },
});
