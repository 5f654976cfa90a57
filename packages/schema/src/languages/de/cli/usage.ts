import { plural } from '../../../../../../apps/cli/src/language/said.ts';
import type { messages } from '../../../../../../apps/cli/src/messages/usage.ts';
import type { Translation } from '../../translation.ts';

export const usage: Translation<typeof messages> = {
  titles: { usage: 'Aufruf:', options: 'Optionen:', commands: 'Befehle:', arguments: 'Argumente:' },
  places: { options: '[Optionen]', command: '[Befehl]' },
  showHelp: 'die Hilfe eines Befehls anzeigen',
  default: (value) => `sonst: ${value}`,
  mistake: (text) => `Fehler: ${text}`,
  meant: (name) => `Ist ${name} gemeint?`,
  unknownOption: (flag) => `die Option „${flag}“ gibt es nicht`,
  unknownCommand: (name) => `den Befehl „${name}“ gibt es nicht`,
  missingArgument: (name) => `das Argument „${name}“ fehlt`,
  missingValue: (flags) => `der Option „${flags}“ fehlt ihr Wert`,
  missingOption: (flags) => `die Option „${flags}“ ist nötig und fehlt`,
  tooMany: (expected, values) =>
    `zu viele Argumente. Erwartet: ${plural(expected, 'Argument', 'Argumente')}, angegeben: ${values}`,
  address: (name, text) => `${name}: „${text}“ muss mit http:// oder https:// beginnen.`,
  noLanguage: (tag, tags) => `Belfry spricht „${tag}“ nicht. Seine Sprachen sind: ${tags}.`,
  noShell: (shell) => `„${shell}“ ist nicht bekannt. Verwenden Sie bash, zsh oder fish.`,
  noPassphrase: 'Geben Sie die Passphrase mit --passphrase-file oder in BELFRY_PASSPHRASE an.',
};
