// The secret parts of the URL of a webhook: masked in place, so that the host stays readable, and put back.

import { fail, ok, type Result } from '@belfry/domain/result';
import { MASK } from '@belfry/schema/notifications/mask';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { Sentence } from '@belfry/schema/sentences/sentence';

interface Part {
  text: string;
  isSecret: boolean;
}
type Service = Webhook['service'];

/** Query parameters that hold no secret. */
const openQuery = /^chat_id$/i;
/** The topic of ntfy and the key of Apprise are as good as passwords, whatever they look like. */
const secretEnds: ReadonlySet<Service> = new Set(['ntfy', 'apprise']);

const looksLikeToken = (text: string): boolean =>
  text.length >= 16 || (text.length >= 10 && /\d/.test(text) && /[a-z]/i.test(text));

function partsOf(url: string, service: Service): Part[] {
  const found = /^(\w+:\/\/)(?:([^/?#@]*)@)?([^/?#]*)([^?#]*)([^#]*)(.*)$/s.exec(url);
  if (!found) return [{ text: url, isSecret: true }];
  const [, scheme = '', credentials, host = '', path = '', query = '', fragment = ''] = found;
  const open = (text: string): Part => ({ text, isSecret: false });
  const secret = (text: string): Part => ({ text, isSecret: text !== '' });
  return [
    open(scheme),
    ...(credentials === undefined ? [] : [...credentialParts(credentials, open, secret), open('@')]),
    open(host),
    ...pathParts(path, service),
    ...query.split(/([?&])/).flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.length === 0) return looksLikeToken(name) ? [secret(name)] : [open(name)];
      return [open(`${name}=`), openQuery.test(name) ? open(value.join('=')) : secret(value.join('='))];
    }),
    ...(fragment === '' ? [] : [open('#'), secret(fragment.slice(1))]),
  ];
}

function credentialParts(text: string, open: (text: string) => Part, secret: (text: string) => Part): Part[] {
  const [user = '', ...password] = text.split(':');
  return password.length === 0 ? [secret(user)] : [open(`${user}:`), secret(password.join(':'))];
}

function pathParts(path: string, service: Service): Part[] {
  const pieces = path.split(/(\/)/);
  const end = pieces.findLastIndex((piece) => piece !== '' && piece !== '/');
  return pieces.map((text, at) => ({
    text,
    isSecret: looksLikeToken(text) || (at === end && secretEnds.has(service) && text !== 'notify'),
  }));
}

export const maskUrl = (url: string, service: Service): string =>
  partsOf(url, service)
    .map(({ text, isSecret }) => (isSecret ? MASK : text))
    .join('');

/** Each mask in `url` becomes what is at the same place in the stored one. */
export function unmaskUrl(url: string, service: Service, stored: string | undefined): Result<string, Sentence> {
  const typed = url.replaceAll(encodeURIComponent(MASK), MASK);
  if (!typed.includes(MASK)) return ok(typed);
  const before = stored === undefined ? [] : partsOf(stored, service);
  const parts = partsOf(typed, service).map(({ text }, at) =>
    text === MASK && before[at]?.isSecret ? before[at].text : text,
  );
  const whole = parts.join('');
  return whole.includes(MASK) ? fail({ id: 'webhook.secretParts' }) : ok(whole);
}

/** For those who may not change it: in a path a short word can be a secret as well, so only the scheme and the host stay. */
export function hostOnly(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}/${MASK}` : MASK;
}

export const urlSecrets = (url: string, service: Service): string[] =>
  partsOf(url, service).flatMap(({ text, isSecret }) => (isSecret ? [text] : []));
