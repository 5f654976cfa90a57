// What every command says: its help, and mistakes in how it is called.
import { inLanguage } from '../language/in-language.ts';
import { plural } from '../language/said.ts';

export const messages = inLanguage('usage', {
  titles: { usage: 'Usage:', options: 'Options:', commands: 'Commands:', arguments: 'Arguments:' },
  places: { options: '[options]', command: '[command]' },
  showHelp: 'show the help of a command',
  default: (value: string) => `otherwise: ${value}`,
  mistake: (text: string) => `error: ${text}`,
  meant: (name: string) => `Did you mean ${name}?`,
  unknownOption: (flag: string) => `unknown option '${flag}'`,
  unknownCommand: (name: string) => `unknown command '${name}'`,
  missingArgument: (name: string) => `missing required argument '${name}'`,
  missingValue: (flags: string) => `option '${flags}' argument missing`,
  missingOption: (flags: string) => `required option '${flags}' not specified`,
  tooMany: (expected: number, values: string) =>
    `too many arguments. Expected ${plural(expected, 'argument', 'arguments')}, these were given: ${values}`,
  address: (name: string, text: string) => `${name}: "${text}" must start with http:// or https://.`,
  noLanguage: (tag: string, tags: string) => `Belfry does not speak "${tag}". Its languages are: ${tags}.`,
  noShell: (shell: string) => `"${shell}" is not known. Use bash, zsh or fish.`,
  noPassphrase: 'Give the passphrase with --passphrase-file or in BELFRY_PASSPHRASE.',
});
