// Sentences about files with a configuration.

export const files = {
  'file.host': 'host {number} ({name}): {problem}',
  'file.part': 'The file is not valid at "{part}": {problem}',
  'file.webhook': 'Webhook {name}: {problem}',
  'file.guests': 'has an address, a note or tags that are not valid',
  'file.unknownPart': 'The file holds "{part}", which this Belfry does not know.',
  'file.newer': 'The file was made by a newer Belfry. Update this one first.',
  'file.damaged': 'This is no exported configuration, or it is damaged.',
  'file.passphrase': 'The passphrase is wrong, or the file was changed.',
  'file.noAdministrator':
    'would leave no administrator: keep a user with the role admin, a token with the scope admin, or single sign-on',
  'file.noSecret': 'has no stored value to keep: enter it, or name its file with {name}_file',
  'file.movedSecret': 'cannot be kept, because {place} has changed: enter it, or name its file with {name}_file',
  'file.notValid': 'The configuration file is not valid.',
  'file.left.environment': 'set by an environment variable of this machine, which holds',
  'file.left.unknown': 'Belfry has nothing of this name',
  'file.left.invalid': 'not valid in Belfry',
  'file.left.value': 'not valid in Belfry: {problem}',
  'file.open': 'Single sign-on restricts nobody: everybody the identity provider admits becomes an administrator.',
  'file.unproven':
    'An export holds all secrets, and sign-in is switched off here. Send an API token with the scope admin, or switch sign-in on.',
} as const;
