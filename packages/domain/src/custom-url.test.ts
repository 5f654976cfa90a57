import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { customUrlProblem } from './custom-url.ts';
import { english } from './sentences/english.ts';

const incomplete = 'URL appears incomplete - please enter a complete domain or IP address';
const scheme = 'URL must start with http:// or https://';

test.each([
  ['', undefined],
  ['https://nas.lan', undefined],
  ['HTTP://10.0.0.5:8080/app?x=1#top', undefined],
  ['https://[fd00::1]:8443/', undefined],
  ['https://nas.', incomplete],
  ['https://nas.lan./x', 'Hostname appears incomplete'],
  ['nas.lan', scheme],
  ['javascript:alert(1)', scheme],
  ['data:text/html,<script>alert(1)</script>', scheme],
  [' https://nas.lan', scheme],
  ['https://', 'URL must include a valid hostname or IP address'],
  ['https:///path', 'URL must include a valid hostname or IP address'],
  ['http://:80', 'URL must include a valid hostname or IP address'],
  ['http://nas lan', 'Invalid URL format'],
  ['http://nas\n.lan', 'Invalid URL format'],
  ['http://nas:99999', 'Invalid URL format'],
  ['http://[::1', 'Invalid URL format'],
])('%j: %s', (text, problem) => {
  const found = customUrlProblem(text);
  expect(found && english(found)).toBe(problem);
});

test('an accepted address is one that a browser opens with http or https, unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((s) => `https://${s}`),
      ),
      (text) => {
        if (text === '' || customUrlProblem(text) !== undefined) return;
        expect(new URL(text).protocol).toMatch(/^https?:$/);
        expect(new URL(text).hostname).not.toBe('');
      },
    ),
  );
});
