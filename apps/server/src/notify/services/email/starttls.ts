// Encrypts a connection to a mail server ourselves, so that a certificate can be trusted by its fingerprint before anything is sent.
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { coded } from '../../../lib/http-failure.ts';
import { encrypted } from '../../../lib/outgoing/pinned-tls.ts';

export interface StartTlsOptions {
  host: string;
  /** Encrypted from the first byte, as at port 465. */
  isImplicit: boolean;
  /** Empty: authorities decide. */
  fingerprint: string;
  /** The name in the greeting. */
  greeting: string;
  signal: AbortSignal;
}

const MAX_BYTES = 16_384;

/** After STARTTLS a mail server says nothing before it is greeted again, so its greeting is put back for whoever reads on. */
export async function startTls(socket: Socket, options: StartTlsOptions): Promise<TLSSocket> {
  const { host, isImplicit, fingerprint, greeting, signal } = options;
  if (isImplicit) return encrypted(socket, host, fingerprint, signal);
  await reply(socket, 220, signal);
  socket.write(`EHLO ${greeting}\r\n`);
  await reply(socket, 250, signal);
  socket.write('STARTTLS\r\n');
  await reply(socket, 220, signal);
  const secure = await encrypted(socket, host, fingerprint, signal);
  secure.unshift(Buffer.from(`220 ${host}\r\n`));
  return secure;
}

/** Waits for a whole answer. What came after it without being asked for is refused: it was not encrypted. */
function reply(socket: Socket, right: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let text = '';
  const fail = (error: unknown) => reject(error);
  const closed = () => fail(coded('ECONNRESET'));
  const abort = () => fail(signal.reason);
  const read = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    if (text.length > MAX_BYTES) return fail(new Error('the answer of the mail server has no end'));
    const end = /^(\d{3}) [^\r\n]*\r?\n/m.exec(text);
    if (!end) return;
    socket.pause();
    if (Number(end[1]) === right && end.index + end[0].length === text.length) return resolve();
    // As the mail library says it, so that it is told like any other answer.
    fail(Object.assign(new Error(text.trim()), { code: 'ETLS', responseCode: Number(end[1]), response: text.trim() }));
  };
  socket.on('data', read).once('close', closed).once('error', fail);
  signal.addEventListener('abort', abort, { once: true });
  socket.resume();
  return promise.finally(() => {
    socket.off('data', read).off('close', closed).off('error', fail);
    signal.removeEventListener('abort', abort);
  });
}
