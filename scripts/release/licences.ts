// The licences of the packages in a release: which ones are allowed, and their texts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Who has them may use, change and pass on what contains them, in a product with another licence, and names them. */
const allowedLicences: readonly string[] = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  // fonts
  'OFL-1.1',
];

/** Whether an expression of SPDX is allowed: of parts joined by OR one, of parts joined by AND all. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowedLicences.includes(part.trim())));

/**
 * Texts of packages that bring none: what their authors say in `package.json`, in the README or in the source, with the usual text of
 * that licence. `@scope/name` is `scope-name.txt`.
 */
const own = path.join(import.meta.dirname, 'licences');

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The texts of a package: its licence, and notices that must be kept. Throws if there is none. */
export function textsOf(name: string, folder: string): string[] {
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.(js|ts|json)$/.test(file))
    .sort(byText)
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length > 0) return texts;
  const file = path.join(own, `${name.replace('@', '').replace('/', '-')}.txt`);
  if (!existsSync(file)) throw new Error(`the package ${name} has no text of its licence: write it into ${file}`);
  return [readFileSync(file, 'utf8').trim()];
}
