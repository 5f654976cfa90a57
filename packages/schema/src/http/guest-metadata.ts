// Metadata that people add to a guest: a web address, a description, tags. Stored by the id of the guest, so it survives a move.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const GuestMetadata = z.object({
  id: z.string(),
  /** http or https; empty: none. */
  customUrl: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
});
export type GuestMetadata = z.infer<typeof GuestMetadata>;

/** An absent field is not changed. `id` repeats the path, for clients that send back what they received. */
export const GuestMetadataPatch = z.strictObject({
  id: z.string().max(256).optional(),
  customUrl: z.string().trim().max(2048).optional(),
  description: z.string().trim().max(4096).optional(),
  tags: z.array(z.string().trim().min(1).max(64)).max(50).nullable().optional(),
});
export type GuestMetadataPatch = z.infer<typeof GuestMetadataPatch>;

const params = z.object({ id: z.string().min(1).max(256) });
const ALL = '/api/guests/metadata';
const ONE = '/api/guests/metadata/:id';

export const listGuestMetadata = endpoint(`GET ${ALL}`, {
  summary: 'What people added to guests, by guest id',
  access: 'viewer',
  reply: z.record(z.string(), GuestMetadata),
});
/** An unknown id gives empty metadata. */
export const getGuestMetadata = endpoint(`GET ${ONE}`, {
  summary: 'What people added to one guest',
  access: 'viewer',
  params,
  reply: GuestMetadata,
});
const write = {
  summary: 'Add to a guest, or change what was added',
  access: 'operator',
  params,
  body: GuestMetadataPatch,
  reply: GuestMetadata,
  errors: ['conflict'],
} as const;
export const putGuestMetadata = endpoint(`PUT ${ONE}`, write);
export const postGuestMetadata = endpoint(`POST ${ONE}`, write);
/** All entries are saved or none. `details` of a refusal are by guest id. */
export const putAllGuestMetadata = endpoint(`PUT ${ALL}`, {
  summary: 'The same for many guests at once',
  access: 'operator',
  body: z.record(z.string().min(1).max(256), GuestMetadataPatch),
  foreignKeys: true,
  bodyLimitBytes: 1 << 20,
  reply: z.record(z.string(), GuestMetadata),
  errors: ['conflict'],
});
export const deleteGuestMetadata = endpoint(`DELETE ${ONE}`, {
  summary: 'Forget what was added to a guest',
  access: 'operator',
  params,
  reply: z.undefined(),
  status: 204,
});

export const guestMetadataEndpoints = [
  listGuestMetadata,
  getGuestMetadata,
  putGuestMetadata,
  postGuestMetadata,
  putAllGuestMetadata,
  deleteGuestMetadata,
] as const;
