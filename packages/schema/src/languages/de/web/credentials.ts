import type { messages } from '../../../../../../apps/web/src/ui/credentials/messages.ts';
import type { Translation } from '../../translation.ts';

export const credentials: Translation<typeof messages> = {
  generate: 'Erzeugen',
  choose: 'Selbst wählen',
  username: 'Benutzername',
  password: 'Passwort',
  apiToken: 'API-Token',
  belfryAt: (address) => `Belfry unter ${address}`,
  download: 'Zugangsdaten herunterladen',

  usernameRequired: 'Geben Sie einen Benutzernamen ein',
  passwordTooShort: (least) => `Das Passwort braucht mindestens ${least} Zeichen`,
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
  newPasswordsDiffer: 'Die neuen Passwörter stimmen nicht überein',
  setupToken: 'Geben Sie das Einrichtungs-Token ein',
  allRequired: 'Füllen Sie alle Felder aus',
};
