// `belfry config`, `belfry export` and `belfry import`
import { inLanguage } from '../language/in-language.ts';
import { plural } from '../language/said.ts';

export const messages = inLanguage('config', {
  unreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  more: (count: number) => `and ${count} more`,
  valid: (file: string) => `${file} is valid.`,
  wouldNotChange: 'Nothing would change.',
  notChanged: 'Nothing has changed: Belfry is as the file says.',
  notApplied: (count: number) => `${plural(count, 'change', 'changes')}, not applied.`,
  applied: (count: number) => `${plural(count, 'change', 'changes')} applied.`,
  anotherSecret: 'another secret',
  written: (file: string) => `The configuration is in ${file}.`,
  writtenWithSecrets: (file: string, count: number, folder: string) =>
    `The configuration is in ${file}, ${plural(count, 'secret', 'secrets')} in ${folder}.`,
  exists: (file: string) => `${file} exists. Choose another name.`,
  unwritable: (file: string, code: string) => `${file} cannot be written (${code}).`,
  imported: 'The configuration is imported.',
  notTaken: (path: string, reason: string) => `${path}: ${reason}`,
});
