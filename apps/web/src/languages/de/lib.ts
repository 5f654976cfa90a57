import type { messages } from '../../lib/messages.ts';
import type { Translation } from './translation.ts';

export const lib: Translation<typeof messages> = {
  usernameRequired: 'Geben Sie einen Benutzernamen ein',
  passwordTooShort: (least) => `Das Passwort braucht mindestens ${least} Zeichen`,
  passwordsDiffer: 'Die Passwörter stimmen nicht überein',
  newPasswordsDiffer: 'Die neuen Passwörter stimmen nicht überein',
  setupToken: 'Geben Sie das Einrichtungs-Token ein',
  allRequired: 'Füllen Sie alle Felder aus',

  limit: (percent, origin) => `Alarm ab ${percent} % (${origin})`,
  origins: {
    default: () => 'Standard',
    override: () => 'eigener Wert',
    tag: (tag) => `vom Tag ${tag}`,
    node: (node) => `vom Knoten ${node}`,
  },

  checks: {
    encrypted: { name: 'Zugangsdaten verschlüsselt gespeichert', advice: 'Geheimnisse liegen im Klartext vor.' },
    export: {
      name: 'Export geschützt',
      advice: 'Wer diesen Port erreicht, kann die Konfiguration exportieren.',
    },
    token: {
      name: 'API-Token eingerichtet',
      advice: 'Erzeugen Sie ein API-Token für Skripte, damit sie kein Passwort brauchen.',
    },
    https: {
      name: 'HTTPS-Verbindung',
      advice: 'Passwörter gehen unverschlüsselt durch das Netz. Betreiben Sie Belfry hinter HTTPS.',
    },
    authentication: {
      name: 'Anmeldung eingeschaltet',
      advice: 'Wer diesen Port erreicht, kann alles tun.',
    },
    audit: { name: 'Audit-Log eingeschaltet', advice: 'Niemand wird wissen, wer was geändert hat.' },
  },
};
