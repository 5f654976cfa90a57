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
  const parts = text.split(ANYTHING).map((part) => RegExp.escape(part));
  return new RegExp(parts.join(`[^\\n]{0,${LONGEST}}?`)).test(source);
}
