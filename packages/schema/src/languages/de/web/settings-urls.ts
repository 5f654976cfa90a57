import type { messages } from '../../../../../../apps/web/src/features/settings/urls/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const settingsUrls: Translation<typeof messages> = {
  loading: 'Adressen der Gäste werden geladen...',
  loadFailed: 'Die Adressen der Gäste konnten nicht geladen werden',
  saveFailed: 'Die Adressen der Gäste konnten nicht gespeichert werden',
  saved: 'Adressen der Gäste gespeichert',
  none: 'Keine Gäste gefunden',
  noneMatch: (search) => `Kein Gast passt zu „${search}“.`,
  search: 'Gäste suchen...',
  unsaved: (count) => `${plural(count, 'Adresse ist', 'Adressen sind')} nicht gespeichert`,
  fixFirst: 'Eine Adresse ist noch nicht gültig',
  table: 'Adressen der Gäste',
  heads: { name: 'Name', type: 'Typ', vmid: 'VMID', url: 'Eigene Adresse', actions: 'Aktionen' },
  urlOf: (name) => `Eigene Adresse von ${name}`,
  example: 'https://…',
  test: 'Testen',
  testOf: (name) => `Adresse von ${name} in einem neuen Tab testen`,
  clear: 'Leeren',
  clearOf: (name) => `Adresse von ${name} leeren`,
};
