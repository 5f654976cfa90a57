// Sends mail in a test, to names that all lead to loopback.
import { type EmailSecrets, EmailSettings } from '@belfry/schema/notifications/email';
import type * as z from 'zod';
import { systemClock } from '../../../../lib/clock.ts';
import { createLogger } from '../../../../lib/logger.ts';
import { parseNetworks } from '../../../../lib/networks.ts';
import { createOutgoing } from '../../../../lib/outgoing/outgoing.ts';
import type { Message, ServiceDeps } from '../../../notifier.ts';
import { alertWith, entryOf, noticeOf } from '../../../testing/notices.ts';
import { openEmail } from '../email.ts';
import { createAccessTokens } from '../token.ts';

export function depsOf(change: Partial<ServiceDeps> = {}, address = '127.0.0.1', named = '127.0.0.0/8'): ServiceDeps {
  const networks = parseNetworks(named);
  if (!networks.ok) throw new Error(networks.error);
  const clock = change.clock ?? systemClock;
  const resolve = async () => [address];
  const outgoing = createOutgoing({ allowPrivate: () => true, named: networks.value, clock, resolve });
  return { ...outgoing, clock, log: createLogger('silent'), ...change };
}

type Settings = Partial<z.input<typeof EmailSettings>>;

const settingsOf = (change: Settings) =>
  EmailSettings.parse({
    enabled: true,
    server: 'mail.example',
    from: 'Belfry <belfry@example.com>',
    to: ['ann@example.com'],
    ...change,
  });

export function mailerTo(change: Settings, secrets: Partial<EmailSecrets> = {}, deps: ServiceDeps = depsOf()) {
  const blank: EmailSecrets = { password: '', clientSecret: '', refreshToken: '' };
  const access = createAccessTokens({ ...deps, replaced: async () => {}, onDefect: (error) => Promise.reject(error) });
  const sender = openEmail({ settings: settingsOf(change), secrets: { ...blank, ...secrets }, access }, deps);
  const { signal } = new AbortController();
  return { ...sender, mail: (message: Message = messageOf()) => sender.send(message, signal) };
}

export const messageOf = (change: Partial<Message> = {}): Message => ({
  key: 'delivery-1',
  notice: noticeOf([entryOf(alertWith({ level: 'critical' }))]),
  publicUrl: 'https://belfry.example',
  threads: {},
  ...change,
});
