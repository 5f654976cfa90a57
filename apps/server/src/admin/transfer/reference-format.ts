// The export of the reference product, version 4: opened, and its hosts read. The way over for whoever comes from there.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { NodePatch } from '@belfry/schema/config/node';
import * as z from 'zod';
import { NOT_OURS, openWith } from './sealed.ts';

const SALT = 32;
const ITERATIONS = 100_000;
const derive = promisify(pbkdf2);

const List = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list) => list ?? []);
const Document = z.looseObject({
  version: z.string(),
  nodes: z.object({ pveInstances: List, pbsInstances: List, pmgInstances: List }),
});

export interface ReferenceConfig {
  nodes: Record<string, unknown>[];
  /** What else the file holds, by its name there. */
  others: string[];
}

/** base64 of salt ‖ nonce ‖ ciphertext ‖ tag. */
export async function openReference(data: string, passphrase: string): Promise<Result<ReferenceConfig, string>> {
  // Without the line breaks first: a pattern that allows them in two places takes quadratic time.
  const base64 = data.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return fail(NOT_OURS);
  const bytes = Buffer.from(base64, 'base64');
  const key = await derive(passphrase, bytes.subarray(0, SALT), ITERATIONS, 32, 'sha256');
  const text = openWith(key, bytes.subarray(SALT));
  if (!text.ok) return text;
  const parsed = Document.safeParse(parseJson(text.value));
  if (!parsed.success) return fail(NOT_OURS);
  const { version: _, nodes, exportedAt: __, ...others } = parsed.data;
  return ok({
    nodes: [
      ...nodes.pveInstances.map(node('pve')),
      ...nodes.pbsInstances.map(node('pbs')),
      ...nodes.pmgInstances.map(node('pmg')),
    ],
    others: Object.keys(others).filter((name) => others[name] !== null),
  });
}

const known = new Set(Object.keys(NodePatch.shape));

/** `MonitorVMs` → `monitorVMs`; what is blank, or unknown here, is left out. */
const node = (type: 'pve' | 'pbs' | 'pmg') => (entry: Record<string, unknown>) => {
  const fields = Object.entries(entry)
    .map(([name, value]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value] as const)
    .filter(([name, value]) => known.has(name) && value !== '' && value !== null);
  return { ...Object.fromEntries(fields), type };
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
