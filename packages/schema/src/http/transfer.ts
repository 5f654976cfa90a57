// Endpoints that export and import the configuration, encrypted with a passphrase.
import * as z from 'zod';
import { endpoint } from './endpoint.ts';

const PASSPHRASE_MIN = 12;
const Passphrase = z.string({ error: 'Please enter a passphrase' }).max(1024);

/**
 * The answer is the file; its `data` is what import takes. Callers must be authenticated: with sign-in switched off it needs an
 * API token.
 */
export const exportConfig = endpoint({
  method: 'POST',
  path: '/api/config/export',
  summary: 'The configuration with all its secrets, sealed by the passphrase; accounts and API tokens stay here',
  access: 'admin',
  rate: 'transfer',
  body: z.strictObject({
    passphrase: Passphrase.min(PASSPHRASE_MIN, `The passphrase must have at least ${PASSPHRASE_MIN} characters`),
  }),
  reply: z.object({ status: z.literal('success'), data: z.string() }),
  errors: ['forbidden'],
});

/** Everything is imported or nothing. `data` may also come from the reference product (version 4). */
export const importConfig = endpoint({
  method: 'POST',
  path: '/api/config/import',
  summary: 'Put an exported configuration in place of the present one',
  access: 'admin',
  changesVersioned: true,
  rate: 'transfer',
  bodyLimitBytes: 16 << 20,
  body: z.strictObject({
    data: z.string({ error: 'Please select a file to import' }).trim().min(1, 'Please select a file to import'),
    passphrase: Passphrase.min(1, 'Please enter a passphrase'),
  }),
  reply: z.object({ status: z.literal('success'), message: z.string() }),
  errors: ['bad_request', 'conflict'],
});

export const transferEndpoints = [exportConfig, importConfig] as const;
