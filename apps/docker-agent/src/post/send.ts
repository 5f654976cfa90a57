// Sends one report to one server over HTTP. It does not follow redirects, because the token is only for the configured address.

import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { isSameFingerprint } from '@belfry/domain/fingerprint';
import { foreignJson } from '@belfry/domain/foreign-json';
import type { Target } from '../options/target.ts';
import { userAgent } from '../version.ts';

export type Outcome =
  | { kind: 'accepted' }
  /** A 2xx without the receipt that Belfry gives. `text` is the beginning of the answer. */
  | { kind: 'stranger'; status: number; text: string }
  /** `to`: the address without a query, which may hold a secret. Undefined when the answer names none. */
  | { kind: 'redirected'; status: number; to: string | undefined }
  /** The server answered but did not accept the report. `text` is the beginning of its answer. */
  | { kind: 'refused'; status: number; text: string; retryAfterMs?: number }
  | { kind: 'unreachable'; reason: string };

/** Never rejects. */
export type Send = (body: string) => Promise<Outcome>;

const reportPath = '/api/agents/docker/report';

export function createSend(target: Target, timeoutMs = 15_000): Send {
  const url = new URL(target.url + reportPath);
  const secure = url.protocol === 'https:';
  const agent = secure ? secureAgent(target, timeoutMs) : new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-API-Token': target.token,
    Authorization: `Bearer ${target.token}`,
  };
  return (body) =>
    new Promise((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const unreachable = (error: Error & { code?: string }) => {
        const reason = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : explain(error);
        resolve({ kind: 'unreachable', reason });
      };
      const options = {
        method: 'POST',
        agent,
        signal,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      };
      const request = (secure ? https : http).request(url, options, (response) => {
        const status = response.statusCode ?? 0;
        let text = '';
        response.setEncoding('utf8');
        // Reads the rest of a long answer, so that the connection can be used again, and drops it.
        response.on('data', (chunk: string) => {
          if (text.length < MAX_READ) text += chunk.slice(0, MAX_READ - text.length);
        });
        response.on('error', unreachable);
        response.on('end', () => resolve(outcomeOf(status, response.headers, text, url)));
      });
      request.on('error', unreachable);
      request.end(body);
    });
}

const MAX_READ = 8192;
const MAX_SHOWN = 500;

function outcomeOf(status: number, headers: http.IncomingHttpHeaders, answer: string, from: URL): Outcome {
  const text = answer.slice(0, MAX_SHOWN);
  if (status >= 200 && status < 300)
    return isReceipt(answer) ? { kind: 'accepted' } : { kind: 'stranger', status, text };
  if (status >= 300 && status < 400) return { kind: 'redirected', status, to: addressOf(headers.location, from) };
  const wait = Number(headers['retry-after']);
  return { kind: 'refused', status, text, ...(wait > 0 && { retryAfterMs: wait * 1000 }) };
}

/** What Belfry answers, and what the reference product does. A sign-in in front of it answers 200 as well. */
function isReceipt(answer: string): boolean {
  const found = foreignJson(answer);
  return typeof found === 'object' && found !== null && 'success' in found && found.success === true;
}

/** As it would be given to `--url`, where the redirect keeps the path of reports. */
function addressOf(location: string | undefined, from: URL): string | undefined {
  const to = location === undefined ? null : URL.parse(location, from);
  return to ? `${to.origin}${to.pathname}`.replace(reportPath, '').replace(/\/$/, '') : undefined;
}

/** With a fingerprint, the certificate is checked before any byte of the request is sent, so before the token. */
function secureAgent({ insecure, fingerprint }: Target, timeoutMs: number): https.Agent {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: 1,
    rejectUnauthorized: !insecure,
    maxCachedSessions: 0,
  });
  if (fingerprint === undefined) return agent;
  agent.createConnection = ({ host, port }, done) => {
    const name = host ?? 'localhost';
    const socket = tls.connect({
      host: name,
      port: Number(port),
      ...(!isIP(name) && { servername: name }),
      rejectUnauthorized: false,
    });
    const failed = (error: Error) => done?.(error, socket);
    socket.once('error', failed);
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no TLS handshake')));
    socket.once('secureConnect', () => {
      socket.off('error', failed).setTimeout(0);
      const actual = socket.getPeerX509Certificate()?.fingerprint256;
      if (isSameFingerprint(actual, fingerprint)) return done?.(null, socket);
      socket.destroy();
      failed(new Error(`the server's certificate is another one: ${actual ?? 'none'}`));
    });
    return undefined;
  };
  return agent;
}

const explain = ({ code, message }: Error & { code?: string }) => {
  if (code && /SELF_SIGNED|CERT|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) {
    return `${code}: the certificate is not trusted; give its --fingerprint, or --insecure`;
  }
  return code ?? message;
};
