// The configuration as one document, as the configuration file describes it.
import * as z from 'zod';
import { ConfigReport } from '../config/report.ts';
import { endpoint } from './endpoint.ts';

const path = '/api/config/file';

/** `before` and `after` as JSON, with the mask for secrets. Without `before` something is added, without `after` removed. */
export const ConfigChange = z.object({ path: z.string(), before: z.string().optional(), after: z.string().optional() });
export type ConfigChange = z.infer<typeof ConfigChange>;

/** With `secrets` the answer contains them, else the mask stands for each. Callers must be authenticated for them, as for an export. */
export const exportConfigFile = endpoint(`POST ${path}/export`, {
  summary: 'The configuration as one document, for a configuration file',
  access: 'admin',
  rate: 'transfer',
  body: z.strictObject({ secrets: z.boolean().default(false) }),
  reply: z.object({ config: z.record(z.string(), z.unknown()) }),
  errors: ['forbidden'],
});

/**
 * `config`: a `ConfigFile`. All of it is applied or nothing, and with `dryRun` nothing. Where the mask stands for a secret, the stored one
 * stays. Problems are in `details`, by their path in the document.
 */
export const applyConfigFile = endpoint(`POST ${path}/apply`, {
  summary: 'Make the configuration what a document says, or only say what that would change',
  access: 'admin',
  changesVersioned: true,
  rate: 'transfer',
  bodyLimitBytes: 16 << 20,
  body: z.strictObject({ config: z.record(z.string(), z.unknown()), dryRun: z.boolean().default(false) }),
  reply: ConfigReport.extend({ changes: z.array(ConfigChange) }),
  errors: ['bad_request', 'conflict', 'unavailable'],
});

export const configFileEndpoints = [exportConfigFile, applyConfigFile] as const;
