// The logger, and the fields that it redacts. Log a change once. Do not log a state again at every poll.
import type { LogLevel } from '@belfry/schema/http/system';
import pino from 'pino';

export type Logger = pino.Logger;

/** Fields whose values are never written, at the first three levels of an object. */
const secretFields = ['password', 'tokenValue', 'token', 'secret', 'authorization', 'cookie', 'x-api-token', 'ticket'];
const secretPaths = secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** `write` takes the lines in place of standard output, for tests. */
export function createLogger(level: LogLevel, write?: (line: string) => void): Logger {
  const options: pino.LoggerOptions = { level, base: null, redact: { paths: secretPaths, censor: '[redacted]' } };
  return write ? pino(options, { write }) : pino(options);
}
