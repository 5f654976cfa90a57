import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';
import { type Environment, type Options, parseOptions } from './options.ts';
import { distinct, parseTarget, splitTargets } from './target.ts';

const options = (args: string[], env: Environment = {}): Options => {
  const parsed = parseOptions(args, env);
  if (!parsed.ok) throw new Error(parsed.error.join());
  if (parsed.value.run !== 'agent') throw new Error(parsed.value.run);
  return parsed.value.options;
};
const complaints = (args: string[], env: Environment = {}): string => {
  const parsed = parseOptions(args, env);
  return parsed.ok ? '' : parsed.error.join('\n');
};
const sha = `${'AB:'.repeat(31)}AB`;

test('a token is enough: the server is this machine, every 30 seconds', () => {
  expect(options(['--token', 't'])).toEqual({
    targets: [{ url: 'http://localhost:7655', token: 't', insecure: false }],
    intervalMs: 30_000,
    once: false,
  });
});

test('the command line is preferred to our variables, and ours to the variables of the reference agent', () => {
  const env = {
    PULSE_URL: 'http://p',
    PULSE_TOKEN: 'p',
    BELFRY_TOKEN: 'b',
    PULSE_INTERVAL: '1m',
    PULSE_AGENT_ID: 'id',
  };
  expect(options(['--url', 'http://f/'], env)).toMatchObject({
    targets: [{ url: 'http://f', token: 'b' }],
    intervalMs: 60_000,
    agentId: 'id',
  });
});

test('every variable of the reference agent is understood', () => {
  const env = {
    PULSE_URL: 'https://one',
    PULSE_TOKEN: 't1',
    PULSE_INSECURE_SKIP_VERIFY: 'true',
    PULSE_TARGETS: 'http://two|t2;http://three|t3|insecure\nhttp://two|again',
    PULSE_HOSTNAME: 'h',
  };
  expect(options([], env)).toMatchObject({
    hostname: 'h',
    targets: [
      { url: 'https://one', token: 't1', insecure: true },
      { url: 'http://two', token: 't2', insecure: false },
      { url: 'http://three', token: 't3', insecure: true },
    ],
  });
});

test('targets alone need no --url and no --token', () => {
  expect(options(['--target', `https://a/|t|${sha}`]).targets).toEqual([
    { url: 'https://a', token: 't', insecure: false, fingerprint: sha },
  ]);
});

test('a fingerprint for a server without a certificate is refused: it would protect nothing', () => {
  expect(complaints(['--token', 't', '--url', 'http://x', '--fingerprint', sha])).toMatch('http://x has none');
});

test('with targets, a token or an address in the environment does not add a server', () => {
  const args = ['--target', 'http://a|t'];
  expect(options(args, { BELFRY_TOKEN: 'left' }).targets.map(({ url }) => url)).toEqual(['http://a']);
  expect(options(args, { BELFRY_URL: 'http://left' }).targets.map(({ url }) => url)).toEqual(['http://a']);
});

test('--once without a token has no server and prints the report', () => {
  expect(options(['--once'])).toMatchObject({ once: true, targets: [] });
});

test('the engine is set by --socket, else by the variables of the Docker client', () => {
  const env = { DOCKER_HOST: 'tcp://10.0.0.1:2376', DOCKER_TLS_VERIFY: '1' };
  expect(options(['--token', 't'], env).socket).toBe('https://10.0.0.1:2376');
  expect(options(['--token', 't', '--socket', '/s'], env).socket).toBe('/s');
});

test('all mistakes are reported at once', () => {
  expect(complaints([])).toMatch('no token');
  expect(complaints(['--url', 'http://x'])).toMatch('no token');
  expect(complaints(['--once', '--url', 'http://x'])).toMatch('no token');
  expect(complaints(['--wat'])).toMatch('--wat');
  const both = complaints(['--token', 't', '--url', 'ftp://x', '--interval', '1s', '--target', 'http://y']);
  expect(both).toMatch('ftp://x');
  expect(both).toMatch('"1s" is not between 5s and 1h');
  expect(both).toMatch('no token for http://y');
  expect(complaints(['--token', 't', '--fingerprint', 'zz'])).toMatch('fingerprint');
});

test('no error message contains a token', () => {
  const secret = fc.stringMatching(/^SECRET[a-z0-9]{8}$/);
  const rest = fc.string({ maxLength: 10 });
  fc.assert(
    fc.property(fc.string(), secret, rest, (url, token, trust) => {
      const parsed = parseTarget(`${url.replaceAll('|', '')}|${token}|${trust}`);
      if (!parsed.ok) expect(parsed.error).not.toContain(token);
    }),
  );
});

test('a written target is read back, with any surrounding text', () => {
  const url = fc.webUrl({ validSchemes: ['http', 'https'] }).map((u) => u.replaceAll(/[;|]/g, '').replace(/\/+$/, ''));
  const token = fc.stringMatching(/^[\x21-\x3a\x3c-\x7b\x7d\x7e]{1,40}$/);
  const target = fc.record({ url, token, insecure: fc.boolean() });
  fc.assert(
    fc.property(fc.array(target, { maxLength: 5 }), (targets) => {
      const text = targets.map((t) => ` ${t.url}/ | ${t.token} |${t.insecure ? 'insecure' : ''}`).join(' ;\n');
      const read = splitTargets(text)
        .map(parseTarget)
        .flatMap((t) => (t.ok ? [t.value] : []));
      expect(read).toEqual(targets);
      expect(distinct(read).map((t) => t.url)).toEqual([...new Set(targets.map((t) => t.url))]);
    }),
  );
});

test('durations are read as people write them', () => {
  expect(['30s', '30', '2m', '1m30s', '1h', ' 500ms '].map(parseDuration)).toEqual([
    30_000, 30_000, 120_000, 90_000, 3_600_000, 500,
  ]);
  expect(['', 'soon', '-5s', '5 s', '1d', 'NaN', 'Infinity'].map(parseDuration)).toEqual(Array(7).fill(undefined));
});
