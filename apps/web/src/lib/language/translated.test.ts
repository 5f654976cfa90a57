import { german } from '@belfry/schema/languages/de/german';
import { afterEach, expect, test } from 'vitest';
import { english, speak } from './in-language.ts';
import { translated } from './translated.ts';

afterEach(() => speak(english));

test('a figure in a sentence of the server has the decimals of the language, with and without a form', () => {
  const language = translated(german, {});
  speak(language);
  const words = (id: string, values: Record<string, string | number>) => language.words({ id, values }, '');
  expect(words('why.percent', { value: 97.5 })).toBe('97,5 %');
  expect(words('ceph.full', { usage: 86.4, free: 1_610_612_736 })).toContain('1,5 GB');
});
