// API tokens, `bf_` and 48 hex digits (192 random bits), of which only the hash is kept; and passwords made by chance.
import { hash, randomBytes } from 'node:crypto';

export interface FreshToken {
  token: string;
  hash: Buffer;
  hint: string;
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** `hint` is the first 8 and the last 4 characters. */
export const describeToken = (token: string): FreshToken => ({
  token,
  hash: hashToken(token),
  hint: token.length >= 20 ? `${token.slice(0, 8)}...${token.slice(-4)}` : '',
});

export const newToken = (): FreshToken => describeToken(`bf_${randomBytes(24).toString('hex')}`);

const PASSWORD_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** 16 characters from letters, digits, underscore and hyphen. */
export const newPassword = (): string =>
  Array.from(randomBytes(16), (byte) => PASSWORD_ALPHABET[byte % PASSWORD_ALPHABET.length]).join('');
