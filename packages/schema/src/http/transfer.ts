// Endpoints that export and import the configuration, encrypted with a passphrase.
import * as z from 'zod';
import { ConfigReport } from '../config/report.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';

const PASSPHRASE_MIN = 12;
const Passphrase = z.string({ error: toMessage({ id: 'input.passphrase' }) }).max(1024);

/**
 * The answer is the file; its `data` is what import takes. Callers must be authenticated: with sign-in switched off it needs an
 * API token.
 */
export const exportConfig = endpoint('POST /api/config/export', {
  summary: 'The configuration with all its secrets, sealed by the passphrase; accounts and API tokens stay here',
  access: 'admin',
  rate: 'transfer',
  body: z
    .strictObject({
      passphrase: Passphrase,
      /** The passphrase is the password with which the caller has signed in. It is checked, and may be shorter. */
      loginPassword: z.boolean().default(false),
    })
    .refine(({ passphrase, loginPassword }) => loginPassword || passphrase.length >= PASSPHRASE_MIN, {
      path: ['passphrase'],
      error: toMessage({ id: 'input.passphraseLength', values: { limit: PASSPHRASE_MIN } }),
    }),
  reply: z.object({ status: z.literal('success'), data: z.string() }),
  errors: ['forbidden', 'conflict', 'wrong_password', 'account_locked'],
});

/**
 * Everything is imported or nothing, but for what the report says was left out. `data` may also come from the reference product
 * (version 4). `message` says the same in English, with the first names of what was left out.
 */
export const importConfig = endpoint('POST /api/config/import', {
  summary: 'Put an exported configuration in place of the present one',
  access: 'admin',
  changesVersioned: true,
  rate: 'transfer',
  bodyLimitBytes: 16 << 20,
  body: z.strictObject({
    data: z
      .string({ error: toMessage({ id: 'input.file' }) })
      .trim()
      .min(1, toMessage({ id: 'input.file' })),
    passphrase: Passphrase.min(1, toMessage({ id: 'input.passphrase' })),
  }),
  reply: ConfigReport.extend({ status: z.literal('success'), message: z.string() }),
  errors: ['bad_request', 'conflict'],
});

export const transferEndpoints = [exportConfig, importConfig] as const;
