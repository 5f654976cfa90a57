// Sentences about a database of PostgreSQL: why Belfry does not start with it, and why it cannot write to it.

export const database = {
  'database.noStart': 'Belfry does not start: {reason}',
  'database.noAnswer': 'it does not answer ({words})',
  'database.full': 'its disk is full',
  'database.busy': 'it is too busy ({words})',
  'database.readOnly': 'it is read-only',
  'database.noRight': 'the user of Belfry lacks a right ({words})',
  'database.signIn': 'it refuses the connection ({words})',
  'database.unwritable': 'Belfry cannot write to its database {database}: {reason}.',
  'database.slow': 'The database {database} answers slowly: one answer took {seconds} s.',
  'database.unusable':
    'The database {database} cannot be used: {reason}. Look at BELFRY_DATABASE_URL and at the database. Nothing was changed.',
  'database.tooOld':
    'The database {database} is PostgreSQL {version}. Belfry needs PostgreSQL {oldest} or newer. Nothing was changed.',
  'database.newer':
    'The database {database} was written by a newer Belfry: its schema is {found}, and this Belfry knows {known}. Start the newer one, or restore a copy of the database from before. Nothing was changed.',
  'database.half':
    'The database {database} is half migrated or half restored: {missing}. Restore it from a backup of PostgreSQL, or name an empty database. Nothing was changed.',
  'database.lacks': '{column} is missing',
  'database.replica':
    'The database {database} is a replica and takes no writes. Name the primary in BELFRY_DATABASE_URL. Nothing was changed.',
  'database.isReadOnly':
    'The database {database} is read-only for this user (default_transaction_read_only). Belfry must write to it. Nothing was changed.',
  'database.noTable':
    'The user {user} may not use the table {table} of the database {database}. Make this user the owner of the database, or grant SELECT, INSERT, UPDATE and DELETE on all its tables.',
  'database.keyMissing':
    'The encryption key is missing: the database {database} holds secrets, and {file} does not exist on this machine. {origin} Put it there, readable only for Belfry, or set BELFRY_ENCRYPTION_KEY to its content, and start again. Nothing was changed.',
  'database.keyWrong':
    'The encryption key in {where} is not the one that belongs to the database {database}. {origin} Nothing was changed.',
  'database.keyOrigin': 'The key was made on the machine {host} as {file}.',
  'database.keyOfVariable': 'The first server had it in BELFRY_ENCRYPTION_KEY.',
} as const;
