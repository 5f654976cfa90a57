// Reads the JSON of a request. It is measured before it is parsed: a megabyte of brackets takes a fifth of a second to parse.
import type { FastifyInstance } from 'fastify';
import { createJsonMeter } from '../lib/json-meter.ts';

/** No request of ours comes near to it. */
const DEEPEST = 32;
/** The number of values that are always allowed, and the size of a body that may have one more. */
const VALUES = 10_000;
const BYTES_PER_VALUE = 8;

/** Its code is in errors.ts. */
class TooComplex extends Error {
  readonly code = 'TOO_COMPLEX';
  readonly statusCode = 413;
}

/** Clients send `Content-Type: application/json` without a body: this is an empty body, not bad JSON. */
export function readJson(app: FastifyInstance): void {
  const refusing = app.getDefaultJsonParser('error', 'error');
  const dropping = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { bodyLimit } = request.routeOptions;
    const values = VALUES + bodyLimit / BYTES_PER_VALUE;
    if (createJsonMeter({ bytes: bodyLimit, depth: DEEPEST, values }).take(body)) return done(new TooComplex());
    const text = body.toString();
    if (text.trim() === '') done(null, undefined);
    else void (request.routeOptions.config.foreignKeys ? dropping : refusing)(request, text, done);
  });
}
