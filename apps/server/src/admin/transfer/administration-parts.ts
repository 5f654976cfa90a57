// Belfry's own settings, and what people added to guests, as parts of the file.
import { GuestMetadata, GuestMetadataPatch } from '@belfry/schema/http/guest-metadata';
import { SystemUpdate } from '@belfry/schema/http/system';
import * as z from 'zod';
import { refuse } from '../../lib/refusal.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Settings } from '../system/settings.ts';
import type { Part } from './part.ts';

/** Without what the environment holds: that belongs to the machine. */
export const systemPart = (settings: Pick<Settings, 'current' | 'overrides' | 'prepare'>): Part => ({
  name: 'system',
  read: () =>
    Object.fromEntries(Object.entries(settings.current()).filter(([name]) => !settings.overrides.includes(name))),
  prepare(found) {
    const parsed = SystemUpdate.safeParse(found);
    if (parsed.success) return settings.prepare(parsed.data);
    const [issue] = parsed.error.issues;
    return refuse('bad_request', `The settings in the file are not valid: ${issue?.path.join('.')}: ${issue?.message}`);
  },
});

/** Within the bounds of what a person may enter. */
const Records = z.record(
  z.string().max(256),
  GuestMetadata.refine((record) => GuestMetadataPatch.safeParse(record).success),
);

export const metadataPart = (metadata: Pick<Metadata, 'all' | 'prepare'>): Part => ({
  name: 'guestMetadata',
  read: metadata.all,
  prepare(found) {
    const parsed = Records.safeParse(found);
    return parsed.success
      ? metadata.prepare(parsed.data)
      : refuse('bad_request', 'What was added to guests is not valid in this file.');
  },
});
