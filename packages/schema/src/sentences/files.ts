// Sentences about files with a configuration.

export const files = {
  'file.noHosts': 'The list of hosts in the file is none.',
  'file.manyHosts': 'The file holds more than {limit} hosts.',
  'file.host': 'Host {number} of the file{name}: {problem}',
  'file.settings': 'The settings in the file are not valid: {problem}',
  'file.signOn': 'The single sign-on settings of the file are not valid. {problem}',
  'file.alerts': 'The configuration of alerts in the file is not valid: {problem}',
  'file.silences': 'The silences and maintenance windows in the file are not valid: {problem}',
  'file.notifications': 'The settings of notifications in the file are not valid: {problem}',
  'file.email': 'The settings of e-mail in the file are not valid: {problem}',
  'file.mqtt': 'The settings of MQTT in the file are not valid: {problem}',
  'file.webhooks': 'The webhooks in the file are not valid: {problem}',
  'file.webhook': 'Webhook {name}: {problem}',
  'file.guests': 'What was added to guests is not valid in this file.',
  'file.engine': 'The engine of the history in the file is not valid: {problem}',
  'file.exports': 'The exports of values in the file are not valid: {problem}',
  'file.decisions': 'The decisions about backups in the file are not valid: {problem}',
  'file.unknownPart': 'The file holds "{part}", which this Belfry does not know.',
  'file.newer': 'The file was made by a newer Belfry. Update this one first.',
  'file.damaged': 'This is no exported configuration, or it is damaged.',
  'file.passphrase': 'The passphrase is wrong, or the file was changed.',
  'file.noAdministrator':
    'would leave no administrator: keep a user with the role admin, a token with the scope admin, or single sign-on',
  'file.noSecret': 'has no stored value to keep: enter it, or name its file with {name}_file',
  'file.movedSecret': 'cannot be kept, because {place} has changed: enter it, or name its file with {name}_file',
  'file.notValid': 'The configuration file is not valid.',
  'file.unproven':
    'An export holds all secrets, and sign-in is switched off here. Send an API token with the scope admin, or switch sign-in on.',
} as const;
