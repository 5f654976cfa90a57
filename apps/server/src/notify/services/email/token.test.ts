// Access tokens of providers that replace the refresh token with each answer.
import { expect, test } from 'vitest';
import { fakeClock } from '../../../lib/fake-clock.ts';
import { mailServer } from './testing/mail-server.ts';
import { depsOf, mailerTo } from './testing/sending.ts';
import { tokenProvider } from './testing/token-provider.ts';
import { type AccessTokensDeps, createAccessTokens, type Grant } from './token.ts';

const grantTo = (tokenUrl: string, change: Partial<Grant> = {}): Grant => ({
  ...{ tokenUrl, clientId: 'belfry', clientSecret: 'hush', grant: 'refreshToken', scope: '', refreshToken: 'rt-0' },
  ...change,
});

function accessTokens(change: Partial<AccessTokensDeps> = {}) {
  const clock = fakeClock();
  const stored: string[] = [];
  const replaced = async (before: string, now: string) => void stored.push(`${before} -> ${now}`);
  const onDefect = (error: unknown) => {
    throw error;
  };
  return { clock, stored, ...createAccessTokens({ ...depsOf({ clock }), replaced, onDefect, ...change }) };
}

test('each exchange spends the newest refresh token, which is stored before the access token is given', async () => {
  const { asked, tokenUrl } = await tokenProvider();
  const { clock, stored, of, newest } = accessTokens();
  for (const right of [1, 2, 3]) {
    expect(await of(grantTo(tokenUrl), false)).toEqual({ ok: true, value: `at-${right}` });
    expect(stored.at(-1)).toBe(`rt-${right - 1} -> rt-${right}`);
    await clock.advance(3_600_000);
  }
  expect(asked.map(({ refresh_token }) => refresh_token)).toEqual(['rt-0', 'rt-1', 'rt-2']);
  expect([newest('rt-0'), newest('rt-2'), newest('another')]).toEqual(['rt-3', 'rt-3', 'another']);
});

test('two mails at once, and one with the settings after a restart of the sender, share one exchange', async () => {
  const { asked, tokenUrl } = await tokenProvider();
  const { of } = accessTokens();
  const both = await Promise.all([of(grantTo(tokenUrl), false), of(grantTo(tokenUrl), false)]);
  expect(both.map((token) => token.ok && token.value)).toEqual(['at-1', 'at-1']);
  expect(await of(grantTo(tokenUrl, { refreshToken: 'rt-1' }), false)).toEqual({ ok: true, value: 'at-1' });
  expect(asked).toHaveLength(1);
});

test('a disk that takes no writes delays no mail, and the newest refresh token is stored with the next one', async () => {
  const { tokenUrl } = await tokenProvider();
  const [stored, defects]: [string[], string[]] = [[], []];
  let isFull = true;
  const { of } = accessTokens({
    async replaced(before, now) {
      if (isFull) throw new Error('the disk is full');
      stored.push(`${before} -> ${now}`);
    },
    onDefect: (_error, where) => void defects.push(where),
  });
  expect(await of(grantTo(tokenUrl), false)).toMatchObject({ ok: true });
  expect(await of(grantTo(tokenUrl), true)).toMatchObject({ ok: true });
  isFull = false;
  expect(await of(grantTo(tokenUrl), false)).toMatchObject({ ok: true });
  expect(await of(grantTo(tokenUrl), false)).toMatchObject({ ok: true });
  expect(stored).toEqual(['rt-0 -> rt-2']);
  expect(defects).toEqual(Array(2).fill('the refresh token of e-mail'));
});

test('a token that is refused is told in the words of the provider, with what to do, and is not in them', async () => {
  const { tokenUrl } = await tokenProvider();
  expect(await accessTokens().of(grantTo(tokenUrl, { refreshToken: 'spent' }), false)).toEqual({
    ok: false,
    error:
      'The provider gave no access token for the refresh token (invalid_grant: AADSTS70000: *** is not valid.). ' +
      'The refresh token is not valid any more: sign in at the provider again, and enter the new one.',
  });
});

test('a service without a person signs in with client credentials and a scope, as the sender', async () => {
  const { asked, tokenUrl } = await tokenProvider();
  const { received, port } = await mailServer({ authMethods: ['XOAUTH2'], disabledCommands: ['STARTTLS'] });
  const scope = 'https://outlook.office365.com/.default';
  const { mail } = mailerTo(
    { port, tls: false, auth: 'xoauth2', grant: 'clientCredentials', tokenUrl, clientId: 'belfry', scope },
    { clientSecret: 'hush' },
  );
  expect(await mail()).toMatchObject({ ok: true });
  expect(asked).toEqual([{ grant_type: 'client_credentials', scope, client_id: 'belfry', client_secret: 'hush' }]);
  expect(received).toMatchObject([{ auth: { username: 'belfry@example.com', accessToken: 'at-1' } }]);
});
