// What users added to guests, as a part of the configuration that is exported.
import { GuestMetadata, GuestMetadataPatch } from '@belfry/schema/http/guest-metadata';
import * as z from 'zod';
import type { ConfigPart } from '../../db/config-part.ts';
import { refuse } from '../../lib/refusal.ts';
import type { Metadata } from './metadata.ts';

/** Has the same limits as the input of a user. */
const Records = z.record(
  z.string().max(256),
  GuestMetadata.refine((record) => GuestMetadataPatch.safeParse(record).success),
);

export const metadataPart = (metadata: Pick<Metadata, 'all' | 'prepare'>): ConfigPart => ({
  name: 'guestMetadata',
  read: metadata.all,
  prepare(found) {
    const parsed = Records.safeParse(found);
    return parsed.success ? metadata.prepare(parsed.data) : refuse('bad_request', { id: 'file.guests' });
  },
});
