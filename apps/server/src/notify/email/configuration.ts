// The settings of e-mail that are in force: stored, with sealed secrets, and as a destination.

import { createHash } from 'node:crypto';
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
import { type Replacement, replaceAlone } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import type { Details } from '../../lib/refusal.ts';
import { type Answer, type Refused, refuseField, refuseWith } from '../../lib/refusal.ts';
import { enterAgain, mayStay, type SecretPlace } from '../../lib/secret-place.ts';
import type { Destination, Destinations } from '../destination.ts';
import type { EmailDestination, OpenedEmail } from '../services/email/email.ts';
import { type AccessTokens, createAccessTokens } from '../services/email/token.ts';

const KEY = 'email';
const REFRESH = 'refreshToken';
/** What a person entered: a digest of the first refresh token. */
const ENTERED = 'refreshTokenEntered';
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
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
  /** Shared by all senders. */
  access: AccessTokens;
  /** As one part of a larger change: replaces everything, also the secrets. */
  prepare(whole: EmailDestination): Answer<Replacement>;
}

export interface EmailConfigurationDeps {
  store: Pick<Store, 'settings' | 'secrets' | 'atomically'>;
  outgoing: Pick<Outgoing, 'request' | 'problemOfHost'>;
  /** Whether a destination with this id exists that is no e-mail. */
  isWebhook(id: string): boolean;
  clock: Clock;
  onDefect: OnDefect;
}

export function createEmailConfiguration({
  store,
  outgoing: { request, problemOfHost },
  isWebhook,
  clock,
  onDefect,
}: EmailConfigurationDeps): EmailConfiguration {
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
  const access = createAccessTokens({ request, clock, onDefect, replaced });
  let list: readonly Destination[] = [destinationOf(current, access)];

  /** The sender stays open: it knows the newest token. A token that was only tried is not stored. */
  async function replaced(before: string, now: string): Promise<void> {
    await store.atomically(async (tx) => {
      const { values } = tx.secrets.read(KEY);
      if (values.get(REFRESH) !== before) return;
      await tx.secrets.put(KEY, REFRESH, now);
      if (!values.has(ENTERED)) await tx.secrets.put(KEY, ENTERED, digest(before));
    });
    const { secrets } = current;
    if (secrets.refreshToken === before) current = { ...current, secrets: { ...secrets, refreshToken: now } };
  }

  /**
   * Of a token that has been replaced since it was entered, the newest stays: a form may have been tried before it is saved, and a
   * configuration file is applied at each start.
   */
  async function enter(tx: Pick<Store, 'secrets'>, entered: string): Promise<void> {
    if (entered === '') {
      for (const name of [REFRESH, ENTERED]) await tx.secrets.remove(KEY, name);
      return;
    }
    const { values } = tx.secrets.read(KEY);
    const newest = access.newest(entered);
    if (newest === values.get(REFRESH) || (values.has(REFRESH) && values.get(ENTERED) === digest(entered))) return;
    await tx.secrets.put(KEY, REFRESH, newest);
    await tx.secrets.put(KEY, ENTERED, digest(entered));
  }

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
          if (name === REFRESH) continue;
          if (whole.secrets[name]) await tx.secrets.put(KEY, name, whole.secrets[name]);
          else await tx.secrets.remove(KEY, name);
        }
        await enter(tx, whole.secrets.refreshToken);
      },
      settle() {
        current = stored();
        list = [destinationOf(current, access)];
        for (const listener of listeners) listener();
      },
    });
  };
  function problemOfStandIn(standIn: EmailUpdate['standIn']): Refused | undefined {
    if (!standIn || isWebhook(standIn.destination)) return undefined;
    const id = standIn.destination === EMAIL ? 'standIn.itself' : 'standIn.unknown';
    return refuseField('validation_error', 'standIn.destination', { id });
  }
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
    return asked.length > 0 ? enterAgain(...asked) : (problemOfStandIn(update.standIn) ?? checked(next));
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
    access,
    prepare,
    async change(update) {
      const next = updated(update);
      return next.ok ? replaceAlone(store, prepare(next.value), () => next.value) : next;
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

const destinationOf = (current: EmailDestination, access: AccessTokens): Destination => ({
  id: EMAIL,
  channel: 'email',
  service: 'email',
  name: 'E-mail',
  enabled: current.settings.enabled,
  routing: current.settings.routing,
  resolutions: current.settings.resolutions,
  standIn: current.settings.standIn,
  language: current.settings.language,
  perMinute: current.settings.rateLimit,
  settings: { ...current, access } satisfies OpenedEmail,
});

/** Why it cannot be used, by field. */
function problemsOf(settings: EmailSettings, problemOfHost: Outgoing['problemOfHost']): Details {
  const { enabled, server, from, auth, username, grant, tokenUrl, clientId } = settings;
  const found: Record<string, Sentence> = {};
  const wrongHost = server === '' ? undefined : problemOfHost(server);
  if (wrongHost !== undefined) found.server = wrongHost;
  if (!enabled) return found;
  if (server === '') found.server = { id: 'input.mailHost' };
  if (from === '') found.from = { id: 'input.mailSender' };
  if (auth !== 'xoauth2') return found;
  const isService = grant === 'clientCredentials';
  if (!isService && username === '') found.username = { id: 'input.mailUser' };
  if (isService && tokenUrl === '') found.tokenUrl = { id: 'input.mailTokens' };
  if (isService && clientId === '') found.clientId = { id: 'input.signOnClient' };
  return found;
}
