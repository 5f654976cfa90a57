// Compresses answers for clients that accept gzip. The files of the web client are compressed once, by its build.
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip as createStream, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createGzip } from '../lib/gzipped-text.ts';
import { SentText } from './sent-text.ts';

/** A smaller answer fits one packet either way. */
const FROM_BYTES = 1024;
const TYPES = /^(application\/(json|openmetrics-text)|text\/)/;
/** The fastest level: it makes a state ten times smaller in a few milliseconds. */
const options = { level: constants.Z_BEST_SPEED };
const packed = promisify(gzip);

/** Must be called before the routes are added. */
export function compressAnswers(app: FastifyInstance): void {
  const gzipText = createGzip();
  app.addHook('onSend', async ({ method, headers }, reply, payload) => {
    if (method === 'HEAD' || !mayBeCompressed(reply, payload)) return payload;
    reply.header('vary', withEncoding(reply.getHeader('vary')));
    if (!acceptsGzip(headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    if (payload instanceof SentText) {
      const buffers = await gzipText(payload.text);
      reply.header(
        'content-length',
        buffers.reduce((sum, { length }) => sum + length, 0),
      );
      return new SentText(payload.text, buffers);
    }
    // A stream that fails ends the answer, as it would uncompressed.
    if (payload instanceof Readable) return pipeline(payload, createStream(options), () => {});
    return packed(payload as string | Buffer, options);
  });
}

/** Files that are compressed already, and parts of files, stay as they are. */
function mayBeCompressed(reply: FastifyReply, payload: unknown): boolean {
  const isLarge =
    payload instanceof SentText
      ? payload.text.byteLength >= FROM_BYTES
      : payload instanceof Readable ||
        ((typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= FROM_BYTES);
  const isWhole = reply.statusCode !== 206 && !reply.hasHeader('content-encoding');
  return isLarge && isWhole && TYPES.test(String(reply.getHeader('content-type') ?? ''));
}

const withEncoding = (vary: unknown): string => {
  const known = vary === undefined ? [] : String(vary).split(/\s*,\s*/);
  return known.some((name) => name.toLowerCase() === 'accept-encoding' || name === '*')
    ? known.join(', ')
    : [...known, 'accept-encoding'].join(', ');
};

/** Whether `accept-encoding` names gzip, or anything, and not with a quality of 0. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const qualities = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
        return [name, quality === undefined ? 1 : Number(quality)];
      }),
  );
  return (qualities.get('gzip') ?? qualities.get('x-gzip') ?? qualities.get('*') ?? 0) > 0;
}
