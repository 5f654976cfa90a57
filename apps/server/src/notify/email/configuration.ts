// The settings of e-mail that are in force: stored, with sealed secrets, and as a destination.

import { defined } from '@belfry/domain/defined';
import { ok } from '@belfry/domain/result';
import {
  type EmailReply,
  type EmailSecret,
  type EmailSecrets,
  EmailSettings,
  type EmailUpdate,
  emailSecrets,
} from '@belfry/schema/notifications/email';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import type { Details } from '../../lib/refusal.ts';
import { type Answer, refuseWith } from '../../lib/refusal.ts';
import { enterAgain, mayStay, type SecretPlace } from '../../lib/secret-place.ts';
import type { Destination, Destinations } from '../destination.ts';
import type { EmailDestination } from '../services/email/email.ts';

const KEY = 'email';
/** The id of the only destination of e-mail. */
const EMAIL = 'email';

export interface EmailConfiguration extends Destinations {
  current(): EmailDestination;
  /** Without secrets. */
  shown(): EmailReply;
  /** The settings after the update. It is refused if it could not be used, also for a test. */
  updated(update: EmailUpdate): Answer<EmailDestination>;
  /** In force when it resolves. */
  change(update: EmailUpdate): Promise<Answer<EmailDestination>>;
  /** As one part of a larger change: replaces everything, also the secrets. */
  prepare(whole: EmailDestination): Answer<Replacement>;
}

export interface EmailConfigurationDeps {
  store: Pick<Store, 'settings' | 'secrets' | 'atomically'>;
  problemOfHost: Outgoing['problemOfHost'];
}

export function createEmailConfiguration({ store, problemOfHost }: EmailConfigurationDeps): EmailConfiguration {
  const listeners: (() => void)[] = [];
  const stored = (): EmailDestination => {
    const { values } = store.secrets.read(KEY);
    const secretOf = (name: string) => values.get(name) ?? '';
    const [password, clientSecret, refreshToken] = [
      secretOf('password'),
      secretOf('clientSecret'),
      secretOf('refreshToken'),
    ];
    const settings = store.settings.get(KEY, EmailSettings) ?? EmailSettings.parse({});
    return { settings, secrets: { password, clientSecret, refreshToken } };
  };
  let current = stored();
  let list: readonly Destination[] = [destinationOf(current)];

  function checked(next: EmailDestination): Answer<EmailDestination> {
    const details = problemsOf(next.settings, problemOfHost);
    return Object.keys(details).length > 0 ? refuseWith('validation_error', { details }) : ok(next);
  }
  const prepare = (whole: EmailDestination): Answer<Replacement> => {
    const next = checked(whole);
    if (!next.ok) return next;
    return ok({
      async write(tx) {
        await tx.settings.put(KEY, whole.settings);
        for (const name of emailSecrets) {
          if (whole.secrets[name]) await tx.secrets.put(KEY, name, whole.secrets[name]);
          else await tx.secrets.remove(KEY, name);
        }
      },
      settle() {
        current = stored();
        list = [destinationOf(current)];
        for (const listener of listeners) listener();
      },
    });
  };
  const updated = (update: EmailUpdate): Answer<EmailDestination> => {
    const next = merged(current, update);
    const moved = emailSecrets.filter(
      (name) =>
        current.secrets[name] !== '' &&
        next.secrets[name] === current.secrets[name] &&
        (!update[name] || update[name] === MASK) &&
        !mayStay(placeOf(current.settings, name), placeOf(next.settings, name)),
    );
    // What this way to sign in does not use, no form asks for: it is forgotten.
    const isUsed = (name: EmailSecret) => name === 'password' || next.settings.auth === 'xoauth2';
    for (const name of moved) if (!isUsed(name)) next.secrets[name] = '';
    const asked = moved.filter(isUsed);
    return asked.length > 0 ? enterAgain(...asked) : checked(next);
  };
  return {
    current: () => current,
    shown() {
      const { settings, secrets } = current;
      const { password, clientSecret, refreshToken } = secrets;
      const areSet = {
        passwordSet: password !== '',
        clientSecretSet: clientSecret !== '',
        refreshTokenSet: refreshToken !== '',
      };
      return { ...settings, password: '', clientSecret: '', refreshToken: '', ...areSet };
    },
    updated,
    prepare,
    async change(update) {
      const next = updated(update);
      const prepared = next.ok ? prepare(next.value) : next;
      if (!prepared.ok) return prepared;
      await store.atomically(prepared.value.write);
      prepared.value.settle();
      return next;
    },
    list: () => list,
    onChange: (listener) => void listeners.push(listener),
  };
}

function merged({ settings, secrets }: EmailDestination, update: EmailUpdate): EmailDestination {
  const { password, clientSecret, refreshToken, ...rest } = defined(update);
  const kept: EmailSecrets = { ...secrets };
  for (const [name, given] of Object.entries({ password, clientSecret, refreshToken }) as [
    keyof EmailSecrets,
    string?,
  ][])
    if (given && given !== MASK) kept[name] = given;
  return { settings: { ...settings, ...rest }, secrets: kept };
}

/** The client secret goes to the address of tokens only; a refresh token becomes an access token, which the mail server gets. */
function placeOf({ server, port, tls, startTLS, tokenUrl }: EmailSettings, secret: EmailSecret): SecretPlace {
  if (secret === 'clientSecret') return { address: [tokenUrl] };
  const address = [server.toLowerCase(), port, ...(secret === 'refreshToken' ? [tokenUrl] : [])];
  return { address, encryption: startTLS || port === 465 ? 2 : tls ? 1 : 0 };
}

const destinationOf = (current: EmailDestination): Destination => ({
  id: EMAIL,
  channel: 'email',
  service: 'email',
  name: 'E-mail',
  enabled: current.settings.enabled,
  routing: current.settings.routing,
  resolutions: current.settings.resolutions,
  perMinute: current.settings.rateLimit,
  settings: current,
});

/** Why it cannot be used, by field. */
function problemsOf(settings: EmailSettings, problemOfHost: Outgoing['problemOfHost']): Details {
  const { enabled, server, from, auth, username } = settings;
  const found: Record<string, Sentence> = {};
  const wrongHost = server === '' ? undefined : problemOfHost(server);
  if (wrongHost !== undefined) found.server = wrongHost;
  if (!enabled) return found;
  if (server === '') found.server = { id: 'input.mailHost' };
  if (from === '') found.from = { id: 'input.mailSender' };
  if (auth === 'xoauth2' && username === '') found.username = { id: 'input.mailUser' };
  return found;
}
