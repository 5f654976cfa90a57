// Authentication: which credentials are accepted and which are refused.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, instanceOf, token } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';

let lab: Lab;
let now = Date.UTC(2026, 0, 15, 12);
beforeAll(async () => {
  lab = await startLab({ nodes: 2, guests: 4, seed: 3, authDelayMs: 0, clock: () => now });
});
afterAll(() => lab.stop());

const login = (body: string, type = 'application/x-www-form-urlencoded') =>
  ask(instanceOf(lab).host, '/access/ticket', { method: 'POST', body, headers: { 'content-type': type } });

const ticketIn = (text: string): string => JSON.parse(text).data.ticket;

test('a token in the header is accepted', async () => {
  const { host, ...instance } = instanceOf(lab);
  expect((await ask(host, '/version', { headers: token({ host, ...instance }) })).status).toBe(200);
});

test('a refused token is a 401 without a body, and the text is in the reason phrase', async () => {
  const { host, tokenName } = instanceOf(lab);
  const wrong = await ask(host, '/version', { headers: { authorization: `PVEAPIToken=${tokenName}=nonsense` } });
  expect(wrong).toMatchObject({ status: 401, text: '', reason: 'invalid token value!' });
  const unknown = await ask(host, '/version', { headers: { authorization: 'PVEAPIToken=root@pam!x=y' } });
  expect(unknown).toMatchObject({ status: 401, text: '', reason: "no such token 'x' for user 'root@pam'" });
});

test('no credentials at all is a 401, even for a path that does not exist', async () => {
  expect(await ask(instanceOf(lab).host, '/nowhere')).toMatchObject({ status: 401, reason: 'No ticket', text: '' });
});

test.for(['form', 'json'])(
  'a password sent as %s gives a ticket that works as a cookie on every member',
  async (kind) => {
    const { user, password, members } = instanceOf(lab);
    const got =
      kind === 'form'
        ? await login(new URLSearchParams({ username: user, password }).toString())
        : await login(JSON.stringify({ username: user, password }), 'application/json');
    expect(got.status).toBe(200);
    for (const { host } of members) {
      const cookie = `PVEAuthCookie=${encodeURIComponent(ticketIn(got.text))}`;
      expect((await ask(host, '/nodes', { headers: { cookie } })).status).toBe(200);
    }
  },
);

test('a wrong password is a 401 with data null', async () => {
  const got = await login(new URLSearchParams({ username: instanceOf(lab).user, password: 'wrong' }).toString());
  expect(got).toMatchObject({ status: 401, reason: 'authentication failure', text: '{"data":null}' });
});

test('a login without a password says which field is missing', async () => {
  const got = await login('username=a@pve');
  expect(got.status).toBe(400);
  expect(JSON.parse(got.text).errors).toEqual({ password: 'property is missing and it is not optional' });
});

test('a ticket is valid for two hours and can be renewed', async () => {
  const { host, user, password } = instanceOf(lab);
  const first = ticketIn((await login(new URLSearchParams({ username: user, password }).toString())).text);
  const status = async (ticket: string) =>
    (await ask(host, '/version', { headers: { cookie: `PVEAuthCookie=${encodeURIComponent(ticket)}` } })).status;
  now += 7100 * 1000;
  const second = ticketIn((await login(new URLSearchParams({ username: user, password: first }).toString())).text);
  now += 200 * 1000;
  expect(await status(first)).toBe(401);
  expect(await status(second)).toBe(200);
});

test('a forged ticket is refused', async () => {
  const { host, user } = instanceOf(lab);
  const stamp = Math.floor(now / 1000)
    .toString(16)
    .toUpperCase();
  const forged = encodeURIComponent(`PVE:${user}:${stamp}::AAAA`);
  expect((await ask(host, '/version', { headers: { cookie: `PVEAuthCookie=${forged}` } })).status).toBe(401);
});
