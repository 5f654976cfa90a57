// What single sign-on is set to: the store, and the environment over it.

import { defined } from '@belfry/domain/defined';
import { ok } from '@belfry/domain/result';
import { typedList } from '@belfry/domain/typed-list';
import { OidcSettings, type OidcUpdate } from '@belfry/schema/http/oidc';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { Details } from '../../lib/refusal.ts';
import { type Answer, refuse, refuseWith } from '../../lib/refusal.ts';
import { enterAgain, mayStay } from '../../lib/secret-place.ts';

/** Values of BELFRY_OIDC_* variables that are set, by the name of the field; lists as text. */
export type OidcEnv = Readonly<Partial<Record<keyof OidcSettings | 'clientSecret', string>>>;

const KEY = 'oidc';
const SECRET = 'clientSecret';
const lists: ReadonlySet<string> = new Set([
  'scopes',
  'allowedGroups',
  'allowedDomains',
  'allowedEmails',
  'adminGroups',
  'operatorGroups',
]);

export interface OidcConfig {
  current(): OidcSettings & { clientSecret: string };
  /** Names of the fields the environment sets. */
  overrides: readonly string[];
  /**
   * Checks a change and changes nothing yet. It ends the sessions that single sign-on gave: they were judged by the
   * rules before. Refused where it could not be used, and where the environment sets anything.
   */
  prepare(update: OidcUpdate): Answer<Replacement>;
  /** The callback under the public address of this instance, for a redirect URL left blank; empty where that is not known. */
  defaultRedirect: string;
  /** As it would be used: with what stands in for a blank. */
  completed<T extends OidcSettings>(settings: T): T;
}

export interface OidcConfigDeps {
  store: Pick<Store, 'settings' | 'secrets'>;
  env: OidcEnv;
  /** Address of this instance as browsers see it, or empty. */
  publicUrl: string;
}

export function createOidcConfig({ store: { settings, secrets }, env, publicUrl }: OidcConfigDeps): OidcConfig {
  const overrides = Object.keys(env);
  const fromEnv = Object.fromEntries(
    Object.entries(env).map(([name, text = '']) => [
      name,
      name === 'enabled' ? /^(true|1|yes)$/i.test(text) : lists.has(name) ? typedList(text) : text,
    ]),
  );
  const defaultRedirect = publicUrl === '' ? '' : `${publicUrl.replace(/\/$/, '')}/api/oidc/callback`;
  const completed = <T extends OidcSettings>(given: T): T => ({
    ...given,
    redirectUrl: given.redirectUrl || defaultRedirect,
  });
  const stored = () => settings.get(KEY, OidcSettings) ?? OidcSettings.parse({});
  const current: OidcConfig['current'] = () => {
    const { clientSecret = secrets.read(KEY).values.get(SECRET) ?? '', ...rest } = fromEnv;
    const merged = { ...stored(), ...rest };
    // Wrong values in the environment switch single sign-on off, they do not stop the server.
    const parsed = OidcSettings.safeParse(merged).data ?? { ...stored(), enabled: false };
    const usable = Object.keys(problems(completed(parsed))).length === 0;
    return { ...parsed, enabled: parsed.enabled && usable, clientSecret: String(clientSecret) };
  };
  return {
    overrides,
    defaultRedirect,
    completed,
    current,
    prepare({ clientSecret, clearClientSecret, ...update }) {
      if (overrides.length > 0) return refuse('oidc_locked');
      const given = defined(update);
      const before = current();
      const isMoved = !mayStay({ address: [before.issuerUrl] }, { address: [given.issuerUrl ?? before.issuerUrl] });
      if (isMoved && before.clientSecret !== '' && !clientSecret && !clearClientSecret)
        return enterAgain('clientSecret');
      const details = problems(completed({ ...before, ...given }));
      if (Object.keys(details).length > 0) return refuseWith('validation_error', { details });
      return ok({
        async write(tx) {
          await tx.settings.put(KEY, { ...stored(), ...given });
          if (clientSecret) await tx.secrets.put(KEY, SECRET, clientSecret);
          else if (clearClientSecret) await tx.secrets.remove(KEY, SECRET);
          await tx.sessions.removeWhere(({ method }) => method === 'oidc');
        },
        settle() {},
      });
    },
  };
}

/** What keeps it from being enabled, by field. */
function problems({ enabled, issuerUrl, clientId, redirectUrl, logoutUrl }: OidcSettings): Details {
  if (!enabled) return {};
  const found: Record<string, Sentence> = {};
  if (!isUrl(issuerUrl)) found.issuerUrl = { id: 'input.signOnIssuer' };
  if (clientId === '') found.clientId = { id: 'input.signOnClient' };
  if (!isUrl(redirectUrl)) found.redirectUrl = { id: 'input.signOnAddress' };
  if (logoutUrl !== '' && !isUrl(logoutUrl)) found.logoutUrl = { id: 'input.signOnLogout' };
  return found;
}

const isUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
