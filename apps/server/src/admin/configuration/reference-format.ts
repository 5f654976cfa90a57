// The export of the reference product, version 4: decrypts it and reads everything that Belfry supports.

import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { customUrlProblem } from '@belfry/domain/custom-url';
import { foreignJson } from '@belfry/domain/foreign-json';
import { fail, ok, type Result } from '@belfry/domain/result';
import { readUsableConfig } from '@belfry/schema/alerts/config-input';
import { type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
import { NodePatch } from '@belfry/schema/config/node';
import { GuestMetadataPatch } from '@belfry/schema/http/guest-metadata';
import { OidcSettings } from '@belfry/schema/http/oidc';
import { SystemUpdate } from '@belfry/schema/http/system';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import type { Left } from '../../db/replacement.ts';
import { eachField, leftOut, type Taken, unknown } from './reference-fields.ts';
import { emailIn, webhooksIn } from './reference-notifications.ts';
import { NOT_OURS, openWith } from './sealed.ts';

const SALT = 32;
const ITERATIONS = 100_000;
const derive = promisify(pbkdf2);

const List = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list) => list ?? []);
const Fields = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((fields) => fields ?? {});
const lists = Object.fromEntries(nodeTypes.map((type) => [`${type}Instances`, List]));
const Document = z.looseObject({
  version: z.string(),
  nodes: z.object(lists),
  system: Fields,
  oidc: Fields,
  guestMetadata: Fields,
  alerts: Fields,
  email: Fields,
  webhooks: List,
});

interface ReferenceConfig {
  /** In the format of our own file, by the names of its parts. */
  parts: Record<string, unknown>;
  /** What is not in `parts`, by its name in the file. */
  left: Left[];
}

/** base64 of salt ‖ nonce ‖ ciphertext ‖ tag. */
export async function openReference(data: string, passphrase: string): Promise<Result<ReferenceConfig, Sentence>> {
  // Line breaks are removed first: a pattern that allows them in two positions takes quadratic time.
  const base64 = data.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return fail(NOT_OURS);
  const bytes = Buffer.from(base64, 'base64');
  const key = await derive(passphrase, bytes.subarray(0, SALT), ITERATIONS, 32, 'sha256');
  const text = openWith(key, bytes.subarray(SALT));
  if (!text.ok) return text;
  const parsed = Document.safeParse(foreignJson(text.value));
  if (!parsed.success) return fail(NOT_OURS);
  const {
    version: _,
    exportedAt: __,
    nodes,
    system,
    oidc,
    guestMetadata,
    alerts,
    email,
    webhooks,
    ...rest
  } = parsed.data;
  const [mail, hooks] = [emailIn(email), webhooksIn(webhooks)];
  const [settings, notes] = [settingsOf(system), notesOf(guestMetadata)];
  const alertConfig = readUsableConfig(alerts);
  const singleSignOn = filledFields(oidc, (name) => Object.hasOwn(OidcSettings.shape, name) || name === 'clientSecret');
  return ok({
    parts: {
      nodes: nodeTypes.flatMap((type) => (nodes[`${type}Instances`] ?? []).map(node(type))),
      ...(!isEmpty(system) && { system: settings.taken }),
      ...(!isEmpty(singleSignOn) && { oidc: singleSignOn }),
      ...(!isEmpty(guestMetadata) && { guestMetadata: notes.taken }),
      ...(!isEmpty(alerts) && { alerts: alertConfig.config }),
      ...(!isEmpty(email) && { email: mail.taken }),
      ...(webhooks.length > 0 && { webhooks: hooks.taken }),
    },
    left: [
      ...Object.keys(rest)
        .filter((name) => rest[name] !== null)
        .map(unknown),
      ...settings.left,
      ...notes.left,
      ...mail.left,
      ...hooks.left,
      ...alertConfig.left.map((field) => leftOut(`alerts.${field}`)),
    ],
  });
}

type Fields = z.infer<typeof Fields>;
const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

/** The fields that are not empty. */
const filledFields = (fields: Fields, meant: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => meant(name) && value !== null && value !== ''));

/** Each setting separately: a value that is not valid here is left out, and the others are kept. */
function settingsOf(system: Fields): Taken<Fields> {
  const shape = new Map<string, z.ZodType>(Object.entries(SystemUpdate.shape));
  return eachField(
    filledFields(system, () => true),
    shape,
    'system',
  );
}

const Note = z
  .object({ customUrl: z.string().nullish(), description: z.string().nullish(), tags: z.array(z.string()).nullish() })
  .transform(({ customUrl, description, tags }) => ({
    customUrl: customUrl ?? '',
    description: description ?? '',
    tags: tags ?? [],
  }));

function notesOf(guests: Fields): Taken<Fields> {
  const taken: [string, unknown][] = [];
  const left: Left[] = [];
  for (const [id, found] of Object.entries(guests)) {
    const note = Note.safeParse(found).data;
    const isRight = note && GuestMetadataPatch.safeParse(note).success && !customUrlProblem(note.customUrl);
    if (isRight) taken.push([id, { id, ...note }]);
    else left.push(leftOut(`guestMetadata of ${id}`));
  }
  return { taken: Object.fromEntries(taken), left };
}

const known = new Set(Object.keys(NodePatch.shape));

/** `MonitorVMs` → `monitorVMs`; blank and unknown fields are left out. */
const node = (type: NodeType) => (entry: Record<string, unknown>) => {
  const fields = Object.entries(entry)
    .map(([name, value]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value] as const)
    .filter(([name, value]) => known.has(name) && value !== '' && value !== null);
  return { ...Object.fromEntries(fields), type };
};
