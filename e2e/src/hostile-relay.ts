// A host of the lab with an attack in every text: anybody who may name a guest or write a note could do this.
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { createCertificate } from '@belfry/lab/certificate';
import { createNodeServer, type Incoming } from '@belfry/lab/server';

/** Closes tags and attributes, tries to run as script, image, URL or template, reverses the direction of text, hides letters. */
export const ATTACK =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to look like one
  '"><img/src=x/onerror=window.__pwned=1><script>window.__pwned=1</script>javascript:window.__pwned=1//\u202e\u200b\'`${window.__pwned=1}';
const LONG = 'W'.repeat(10_000);

/** Keywords of the API: without them the product would not understand the answer. */
const GRAMMAR =
  /^(id|type|status|state|upid|volid|format|ctype|content|plugintype|subtype|backup-type|level|ticket|CSRFPreventionToken|username|clustername|release|version|repoid|ip|fingerprint|pve_fp|pve_addr|ring0_addr|health|hastate|user|server|datastore|port|exitstatus|hook|role|cipher|starttime)$/;
const PROSE = /^(notes|description|comment|model)$/;

/** Adds the attack to the end of every text; a note also gets very long. */
export function poison(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return value === '' || GRAMMAR.test(key) ? value : value + ATTACK + (PROSE.test(key) ? LONG : '');
  if (Array.isArray(value)) return value.map((each) => poison(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
}

const clean = (text: string): string => text.replaceAll(ATTACK, '').replaceAll(LONG, '');

export interface HostileRelay<C> {
  config: C;
  stop(): Promise<void>;
}

/** Relays to `config.host`: requests with a poisoned name are sent on with the true one. */
export async function startHostileRelay<C extends { host: string; fingerprint: string }>(
  config: C,
): Promise<HostileRelay<C>> {
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
  const certificate = await createCertificate('relay', '127.0.0.1');

  async function ask({ method, path, params, headers }: Incoming) {
    const segments = path.split('/').map((segment) => encodeURIComponent(clean(decodeURIComponent(segment))));
    const fields = new URLSearchParams(
      Object.entries(params).map(([name, text]) => [name, clean(String(text))]),
    ).toString();
    const writes = method === 'POST' || method === 'PUT';
    const url = new URL(segments.join('/') + (writes || fields === '' ? '' : `?${fields}`), config.host);
    const { authorization, cookie } = headers;
    const upstream = request(url, {
      agent,
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(cookie && { cookie }),
        ...(writes && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    upstream.end(writes ? fields : undefined);
    const [reply] = await once(upstream, 'response');
    let body = '';
    for await (const chunk of reply.setEncoding('utf8')) body += chunk;
    return { status: reply.statusCode as number, reason: reply.statusMessage as string, body: rewritten(body) };
  }

  const server = createNodeServer(certificate, ask, () => {});
  const port = await server.listen('127.0.0.1', 0);
  return {
    config: { ...config, host: `https://127.0.0.1:${port}`, fingerprint: certificate.fingerprint },
    async stop() {
      agent.destroy();
      await server.close();
    },
  };
}

function rewritten(body: string): string {
  try {
    return JSON.stringify(poison(JSON.parse(body)));
  } catch {
    return body;
  }
}
