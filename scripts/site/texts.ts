// The texts by which people find help: each heading in code on the page about troubleshooting is a text that Belfry says.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where texts for people stand. */
const places = ['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}', 'docker/*.sh'];
/** `…` stands for the name, the number or the rest that the source puts there. */
const ANYTHING = '…';
const LONGEST = 80;

/** The source, without what breaks a text into parts: escaped quotes. */
export const sourceTexts = (root: string): string =>
  globSync(places, { cwd: root, exclude: (name) => name.includes('.test.') || name === 'node_modules' })
    .map((file) => readFileSync(path.join(root, file), 'utf8').replaceAll(/\\(['"`])/g, '$1'))
    .join('\n');

/** The texts that a page promises to explain. */
export const textsOf = (page: string): string[] => [...page.matchAll(/^### `(.+)`$/gm)].map(([, text = '']) => text);

/** Whether the source says it, with something else for each `…`. */
export function isSaid(text: string, source: string): boolean {
  const parts = text.split(ANYTHING);
  const pattern = new RegExp(parts.map((part) => RegExp.escape(part)).join(`[^\\n]{0,${LONGEST}}?`));
  // only around the longest part, because a search through the whole source for each text takes seconds
  const longest = parts.toSorted((a, b) => b.length - a.length)[0] ?? '';
  const around = text.length + parts.length * LONGEST;
  for (let at = source.indexOf(longest); at >= 0; at = source.indexOf(longest, at + 1)) {
    if (pattern.test(source.slice(Math.max(0, at - around), at + around))) return true;
  }
  return false;
}

/** The names of buttons, fields and pages in a document: what is bold in it. */
export const namesIn = (page: string): string[] =>
  [...page.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name = '']) => name);
