// The page of a standby: its language, and that what another server wrote into the database stays a text.
import { expect, test } from 'vitest';
import { languageOf, standbyPage } from './standby-page.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['tlh, en;q=0.2, de;q=0.3', 'de'],
  ['de;q=0, en', 'en'],
  ['tlh;q=x, *', 'en'],
  [undefined, 'en'],
])('of %j the language is %s', (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

test('a name and an address from the database bring no tag and no script with them', async () => {
  const active = { name: '<b>a</b>', address: 'javascript:alert(1)', since: 0 };
  const page = await standbyPage('b"c', { active, trouble: { id: 'words', values: { words: '<script>' } } }, 'en');
  expect(page).toContain('&lt;b&gt;a&lt;/b&gt; is active since');
  expect(page).toContain('b&quot;c is a standby');
  expect(page).not.toMatch(/<b>|<script|href=/);
});
