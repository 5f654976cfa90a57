// The settings of a resource, as the journal compares them: plain texts by field, without secrets. What is secret is left out here,
// before anything is kept: of such a field only its name is known, and that it is set.
import { withoutNamed } from './named-secrets.ts';

/** By field, such as `memory` or `net0.bridge`. */
export type Settings = Readonly<Record<string, string>>;

/** Stands for the value of a field that is secret. */
export const SET = '(set)';

const SECRET_FIELD =
  /pass(?:word|wd|phrase)?$|^(?:ci)?passw|ssh[-\w]{0,40}keys?$|secret|token|credential|api[-_]?key|private[-_]?key|(?:^|[-_])(?:key|psk|pw)$/i;

/** Whether the name of a field says that its value is secret. */
export const isSecretField = (name: string): boolean => SECRET_FIELD.test(name);

const HIDDEN = '…';
const IN_ADDRESS = /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g;
const PEM = /-----BEGIN [^-]*KEY-----[\s\S]*?(?:-----END [^-]*KEY-----|$)/g;
const SSH_KEY = /\b(ssh-(?:rsa|dss|ed25519)|ecdsa-[\w-]{1,40}|sk-[\w@.-]{1,60})\s+[A-Za-z0-9+/=]{40,}/g;
/** Tokens of well-known services say by their first letters what they are. A token of Proxmox ends with a UUID. */
const KNOWN =
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{12,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/g;
const PROXMOX = /(![\w.-]+[=:])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Replaces what looks like a secret in a text that people or programs wrote. */
export const withoutSecrets = (text: string): string =>
  withoutNamed(
    text
      .replace(PEM, HIDDEN)
      .replace(SSH_KEY, `$1 ${HIDDEN}`)
      .replace(PROXMOX, `$1${HIDDEN}`)
      .replace(IN_ADDRESS, `$1${HIDDEN}`),
    HIDDEN,
  ).replace(KNOWN, HIDDEN);

const LONGEST = 8192;

/** A value as text: `300` and `"300"` are the same, and so are 1 and true. Undefined: it is not one value. */
export function valueText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return value.replaceAll('\r\n', '\n').trim().slice(0, LONGEST);
}

/** A list without an order. */
export const setOf = (text: string): string => [...new Set(text.split(/[;,\s]+/).filter(Boolean))].sort().join(', ');

export const sorted = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
