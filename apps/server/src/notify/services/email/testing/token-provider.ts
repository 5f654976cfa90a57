// A provider of access tokens on loopback that replaces each refresh token: it takes only the newest.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** `first`: the refresh token that it takes at first. `asked`: each form, in order. */
export async function tokenProvider(first = 'rt-0', seconds = 3600) {
  const asked: Record<string, string>[] = [];
  let newest = first;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = Object.fromEntries(new URLSearchParams(body));
    asked.push(form);
    const isService = form.grant_type === 'client_credentials';
    const isRight = isService ? form.client_secret === 'hush' : form.refresh_token === newest;
    if (isRight && !isService) newest = `rt-${asked.length}`;
    const given = { access_token: `at-${asked.length}`, token_type: 'Bearer', expires_in: seconds };
    const denied = { error: 'invalid_grant', error_description: `AADSTS70000: ${form.refresh_token} is not valid.` };
    response
      .writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRight ? { ...given, ...(!isService && { refresh_token: newest }) } : denied));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { asked, tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token` };
}
