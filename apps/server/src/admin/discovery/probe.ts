// Asks one address: does it speak TLS, what is its certificate, and what does its page say? Nothing secret is sent, so
// the certificate is read but not verified.
import { connect, type PeerCertificate } from 'node:tls';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Clock } from '../../lib/clock.ts';
import type { Sighting } from './identify.ts';

/** The time limit for the connection, and the one for the whole answer after it. */
const CONNECT_MS = 1000;
const ANSWER_MS = 2000;
const MAX_BYTES = 64 * 1024;

interface Page extends Sighting {
  status: number;
}

/** Undefined: nothing answers, or it does not speak HTTPS. The error is for an administrator. */
export type Fetch = (
  ip: string,
  port: number,
  path: string,
  signal: AbortSignal,
) => Promise<Result<Page | undefined, string>>;

export const createFetch =
  (clock: Clock): Fetch =>
  (host, port, path, signal) =>
    new Promise((settle) => {
      const chunks: Buffer[] = [];
      let size = 0;
      let certificate: PeerCertificate | undefined;
      const socket = connect({ host, port, rejectUnauthorized: false });
      const end = (result: Result<Page | undefined, string>) => {
        cancel();
        signal.removeEventListener('abort', aborted);
        socket.destroy();
        settle(result);
      };
      const aborted = () => end(ok(undefined));
      const late = () => end(fail(`${host}:${port} is open, but did not answer in time`));
      let cancel = clock.after(CONNECT_MS, aborted);
      signal.addEventListener('abort', aborted, { once: true });
      if (signal.aborted) aborted();

      socket.once('connect', () => {
        cancel();
        cancel = clock.after(ANSWER_MS, late);
      });
      socket.once('secureConnect', () => {
        certificate = socket.getPeerCertificate();
        // HTTP/1.0, so that the answer comes in one piece and the server closes the connection after it.
        socket.write(`GET ${path} HTTP/1.0\r\nHost: ${host}:${port}\r\nAccept: text/html, application/json\r\n\r\n`);
      });
      const complete = () => end(ok(certificate && readPage(Buffer.concat(chunks).toString('utf8'), certificate)));
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BYTES) complete();
      });
      socket.once('end', complete);
      socket.once('close', complete);
      socket.on('error', (error: NodeJS.ErrnoException) => end(outcomeOf(error, host)));
    });

/** A scan mostly finds no host or no service. Only a network that may not be used is worth an error. */
function outcomeOf({ code }: NodeJS.ErrnoException, host: string): Result<undefined, string> {
  if (code !== 'ENETUNREACH' && code !== 'EACCES' && code !== 'EPERM') return ok(undefined);
  const network = host.replace(/\.\d+$/, '.*');
  return fail(`${network} cannot be scanned from here: the network is out of reach (${code})`);
}

function readPage(answer: string, { subject, issuer }: PeerCertificate): Page | undefined {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
  if (!status) return undefined;
  const names = [subject?.O, issuer?.O].flatMap((name) => name ?? []);
  const commonName = [subject?.CN].flatMap((name) => name ?? [])[0];
  return {
    status: Number(status),
    page: answer.slice(answer.indexOf('\r\n\r\n') + 4),
    organizations: names,
    ...(commonName && { commonName }),
  };
}
