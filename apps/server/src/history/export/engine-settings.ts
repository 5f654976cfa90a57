// The settings with which an engine for time series is reached: stored with the secret sealed, answered with a mask in its place.
import { ok } from '@belfry/domain/result';
import type { ExportConfig } from '@belfry/schema/history/exports';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type * as z from 'zod';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { enterAgain, mayStay } from '../../lib/secret-place.ts';

export type EngineConfig = Omit<ExportConfig, 'intervalSeconds'>;

export interface EngineSettings<C extends EngineConfig> {
  /** With the secret. */
  current(): C;
  /** With the mask for the secret, or empty when there is none. */
  masked(): C;
  /** The configuration with the secret that it means. A stored secret is not sent to another address. */
  whole(given: C): Answer<C>;
  /** Checks a whole configuration with its secret. */
  prepare(next: C): Answer<Replacement>;
  /** Puts a configuration into force. */
  replace(given: C): Answer<Replacement>;
}

export interface EngineSettingsDeps<C extends EngineConfig> {
  store: Pick<Store, 'settings' | 'secrets'>;
  /** Of the settings and of the secret. */
  key: string;
  schema: z.ZodType<C>;
  /** The addresses to which the secret is sent, by the name of their field. Empty: none. */
  addresses(config: C): Readonly<Record<string, string>>;
  /** What is wrong with an address. */
  problemOf(url: string, field: string): Sentence | undefined;
  changed(): void;
}

const SECRET = 'secret';

export function createEngineSettings<C extends EngineConfig>(deps: EngineSettingsDeps<C>): EngineSettings<C> {
  const { store, key, schema, addresses, changed } = deps;
  const stored = (): C => ({
    ...schema.parse(store.settings.get(key, schema) ?? {}),
    secret: store.secrets.read(key).values.get(SECRET) ?? '',
  });
  let config = stored();

  function problemOf(text: string, field: string): Sentence | undefined {
    if (text === '') return undefined;
    const problem = deps.problemOf(text, field);
    if (problem) return problem;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || url.searchParams.has('p')) return { id: 'history.ownFields' };
    return undefined;
  }

  function refused(given: C): Answer<never> | undefined {
    for (const [field, url] of Object.entries(addresses(given))) {
      const problem = problemOf(url, field);
      if (problem) return refuse('validation_error', problem, { [field]: problem });
    }
    return undefined;
  }

  const placeOf = (one: C) => ({ address: [one.username, ...Object.entries(addresses(one)).flat()] });

  const settings: EngineSettings<C> = {
    current: () => config,
    masked: () => ({ ...config, secret: config.secret === '' ? '' : MASK }),
    whole(given) {
      const problem = refused(given);
      if (problem) return problem;
      if (given.secret !== MASK) return ok(given);
      if (!mayStay(placeOf(config), placeOf(given))) return enterAgain(SECRET);
      return ok({ ...given, secret: config.secret });
    },
    prepare(next) {
      const problem = refused(next);
      if (problem) return problem;
      return ok({
        async write(tx) {
          await tx.settings.put(key, { ...next, secret: '' });
          if (next.secret === '') await tx.secrets.remove(key, SECRET);
          else await tx.secrets.put(key, SECRET, next.secret);
        },
        settle() {
          config = stored();
          changed();
        },
      });
    },
    replace(given) {
      const next = settings.whole(given);
      return next.ok ? settings.prepare(next.value) : next;
    },
  };
  return settings;
}
