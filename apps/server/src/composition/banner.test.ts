import { expect, test } from 'vitest';
import { bannerLines } from './banner.ts';

const known = {
  ...{ version: '1.2.3', url: 'http://localhost:7655', publicUrl: '', setupToken: undefined, fingerprint: undefined },
  ...{ addresses: ['http://192.168.1.5:7655', 'http://10.0.0.5:7655'], isOnlyHere: false },
};

test('the addresses for other machines, and a link with the one-time token to one of them', () => {
  expect(bannerLines({ ...known, setupToken: 'abc' })).toEqual([
    'Belfry 1.2.3 is at http://localhost:7655',
    'From other machines: http://192.168.1.5:7655  http://10.0.0.5:7655',
    'Set it up with this link, once: http://192.168.1.5:7655/#setup=abc',
  ]);
});

test('BELFRY_PUBLIC_URL comes first, also in the link', () => {
  const lines = bannerLines({ ...known, publicUrl: 'https://belfry.lan', setupToken: 'abc' });
  expect(lines[1]).toMatch(/^From other machines: https:\/\/belfry\.lan {2}http/);
  expect(lines[2]).toContain(' https://belfry.lan/#setup=abc');
});

test('a server that listens on this machine only says so', () => {
  const lines = bannerLines({ ...known, url: 'http://127.0.0.1:7655', addresses: [], isOnlyHere: true });
  expect(lines.slice(1)).toEqual([
    'Other machines cannot reach it, because BELFRY_HOST is an address of this machine only.',
  ]);
});

test('a BELFRY_PUBLIC_URL that means another machine there is not offered to other machines', () => {
  const [, reach] = bannerLines({ ...known, publicUrl: 'http://localhost:7655' });
  expect(reach).toBe('From other machines: http://192.168.1.5:7655  http://10.0.0.5:7655');
});

test('a server with one address says it once', () => {
  const url = 'http://10.0.0.5:7655';
  expect(bannerLines({ ...known, url, addresses: [url] })).toEqual([`Belfry 1.2.3 is at ${url}`]);
});
