// The settings of e-mail as a form: numbers and recipients as they are typed, and the request made from them.
import type {
  EmailProvider,
  EmailReply,
  EmailSecret,
  EmailSettings,
  EmailUpdate,
} from '@belfry/schema/notifications/email';
import { messages } from './messages.ts';

const DEFAULT_PORT = 587;
const numbers = ['port', 'maxRetries', 'retryDelay', 'rateLimit'] as const;
type NumberName = (typeof numbers)[number];

/** `to`: one address in each line. A blank secret stays as it is stored. */
export type EmailForm = Omit<EmailSettings, NumberName | 'to'> &
  Record<NumberName | 'to', string> &
  Record<EmailSecret, string>;

export const emailForm = (saved: EmailReply): EmailForm => {
  const { passwordSet, clientSecretSet, refreshTokenSet, ...settings } = saved;
  const texts = Object.fromEntries(numbers.map((name) => [name, String(saved[name])])) as Record<NumberName, string>;
  return { ...settings, ...texts, to: saved.to.join('\n') };
};

const recipientsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The named fields. A text that is not a number is sent as none, and the server names the bounds; a port falls back to 587. */
export function emailUpdate(form: EmailForm, names: readonly (keyof EmailForm)[]): EmailUpdate {
  const values = names.map((name) => {
    if (name === 'to') return [name, recipientsOf(form.to)];
    if (name === 'port') return [name, numberOf(form.port) ?? DEFAULT_PORT];
    return [name, numbers.some((number) => number === name) ? numberOf(String(form[name])) : form[name]];
  });
  return Object.fromEntries(values);
}

/** Null: the text is no number. */
function numberOf(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() === '' || Number.isNaN(value) ? null : value;
}

/** All that the server may be asked to try. */
export const wholeUpdate = (form: EmailForm): EmailUpdate =>
  emailUpdate(form, Object.keys(form) as (keyof EmailForm)[]);

/** What choosing a preset changes. Unknown: the fields stay, for a server of one's own. */
export const presetOf = (provider: EmailProvider | undefined): Partial<EmailForm> =>
  provider
    ? {
        provider: provider.name,
        server: provider.smtpHost,
        port: String(provider.smtpPort),
        tls: provider.tls,
        startTLS: provider.startTLS,
      }
    : { provider: '' };

const IMPLICIT_TLS_PORT = '465';

export type Encryption = 'implicit' | 'required' | 'offered' | 'none';

/** What the port and the two switches mean together. */
export function encryptionOf({ port, tls, startTLS }: Pick<EmailForm, 'port' | 'tls' | 'startTLS'>): Encryption {
  if (port.trim() === IMPLICIT_TLS_PORT) return 'implicit';
  if (startTLS) return 'required';
  return tls ? 'offered' : 'none';
}

/** A value as the form shows it, in words. Null: it is none that can be shown in a line. */
export function shownEmail(value: EmailForm[keyof EmailForm]): string | null {
  if (typeof value === 'boolean') return value ? messages.on : messages.off;
  return typeof value === 'string' ? value.split('\n').join(', ') : null;
}

/** In the order of the form: "Port, Recipients". */
export function changedEmail(changed: readonly (keyof EmailForm)[]): string {
  const texts = Object.entries(messages.email.fields);
  return texts.flatMap(([name, text]) => (changed.some((each) => each === name) ? [text] : [])).join(', ');
}
