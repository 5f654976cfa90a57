import { plural } from '../../../../../../apps/cli/src/language/said.ts';
import type { messages } from '../../../../../../apps/cli/src/messages/config.ts';
import type { Translation } from '../../translation.ts';

export const config: Translation<typeof messages> = {
  unreadable: (file, code) => `${file} kann nicht gelesen werden (${code}).`,
  more: (count) => `und ${count} weitere`,
  valid: (file) => `${file} ist gültig.`,
  wouldNotChange: 'Nichts würde sich ändern.',
  notChanged: 'Nichts hat sich geändert: Belfry ist so, wie die Datei sagt.',
  notApplied: (count) => `${plural(count, 'Änderung', 'Änderungen')}, nicht angewandt.`,
  applied: (count) => `${plural(count, 'Änderung', 'Änderungen')} angewandt.`,
  anotherSecret: 'ein anderes Geheimnis',
  written: (file) => `Die Konfiguration steht in ${file}.`,
  writtenWithSecrets: (file, count, folder) =>
    `Die Konfiguration steht in ${file}, ${plural(count, 'Geheimnis', 'Geheimnisse')} in ${folder}.`,
  exists: (file) => `${file} gibt es schon. Wählen Sie einen anderen Namen.`,
  unwritable: (file, code) => `${file} kann nicht geschrieben werden (${code}).`,
  imported: 'Die Konfiguration ist importiert.',
  notTaken: (path, reason) => `${path}: ${reason}`,
};
