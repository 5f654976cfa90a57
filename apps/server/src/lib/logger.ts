// The one logger and its one redaction list. Log transitions, not conditions.
import type { LogLevel } from '@belfry/schema/http/system';
import pino from 'pino';

export type Logger = pino.Logger;

/** Names of fields that are never written, at any of the depths our objects have. */
const secrets = ['password', 'tokenValue', 'token', 'secret', 'authorization', 'cookie', 'x-api-token', 'ticket'];
const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** `write` replaces standard output, for tests. */
export function createLogger(level: LogLevel, write?: (line: string) => void): Logger {
  const options: pino.LoggerOptions = { level, base: null, redact: { paths, censor: '[redacted]' } };
  return write ? pino(options, { write }) : pino(options);
}
