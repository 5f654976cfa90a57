// Files: the sentences of the English table of this name, in German.
import type { files as english } from '../../../sentences/files.ts';

export const files: Readonly<Record<keyof typeof english, string>> = {
  'file.host': 'Host {number} ({name}): {problem}',
  'file.part': 'Die Datei ist bei „{part}“ nicht gültig: {problem}',
  'file.webhook': 'Webhook {name}: {problem}',
  'file.guests': 'hat eine Adresse, eine Notiz oder Tags, die nicht gültig sind',
  'file.unknownPart': 'Die Datei enthält „{part}“, was dieses Belfry nicht kennt.',
  'file.newer': 'Die Datei stammt von einem neueren Belfry. Aktualisieren Sie zuerst dieses.',
  'file.damaged': 'Das ist keine exportierte Konfiguration, oder sie ist beschädigt.',
  'file.passphrase': 'Die Passphrase ist falsch, oder die Datei wurde geändert.',
  'file.noAdministrator':
    'ließe keinen Administrator übrig: Behalten Sie einen Benutzer mit der Rolle admin, ein Token mit dem Bereich admin oder Single Sign-on',
  'file.noSecret':
    'hat keinen gespeicherten Wert, der bleiben könnte: Geben Sie ihn ein, oder nennen Sie seine Datei mit {name}_file',
  'file.movedSecret':
    'kann nicht bleiben, weil sich {place} geändert hat: Geben Sie den Wert ein, oder nennen Sie seine Datei mit {name}_file',
  'file.notValid': 'Die Konfigurationsdatei ist ungültig.',
  'file.left.environment': 'durch eine Umgebungsvariable dieses Rechners festgelegt; diese gilt',
  'file.left.unknown': 'unter diesem Namen kennt Belfry nichts',
  'file.left.invalid': 'in Belfry nicht gültig',
  'file.left.value': 'in Belfry nicht gültig: {problem}',
  'file.open': 'Single Sign-on schränkt niemanden ein: Jeder, den der Identitätsanbieter zulässt, wird Administrator.',
  'file.unproven':
    'Ein Export enthält alle Geheimnisse, und die Anmeldung ist hier ausgeschaltet. Senden Sie ein API-Token mit dem Bereich admin, oder schalten Sie die Anmeldung ein.',
};
