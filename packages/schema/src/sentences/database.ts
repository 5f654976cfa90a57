// Sentences about a database of PostgreSQL: why Belfry does not start with it, and why it cannot write to it.

export const database = {
  'database.noStart': 'Belfry does not start: {reason}',
  'database.noAnswer': 'it does not answer ({words})',
  'database.full': 'its disk is full',
  'database.busy': 'it is too busy ({words})',
  'database.readOnly': 'it is read-only',
  'database.noRight': 'the user of Belfry lacks a right ({words})',
  'database.signIn': 'it refuses the connection ({words})',
  'database.notHolder': 'another server may be active, because this one does not hold the lease',
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
  'migrate.target':
    'This is no place for the data: {found}. Expected postgres://USER:PASSWORD@HOST:5432/DATABASE, or files.',
  'migrate.noFiles': '{folder} has no database of Belfry to copy. Set BELFRY_DATA_DIR to the data directory.',
  'migrate.noSource':
    'BELFRY_DATABASE_URL is not set, so the data is in files already. Set it to the address of the database to copy from.',
  'migrate.notEmpty':
    'The database {database} is not empty: its table {table} has rows. Name an empty database. Nothing was changed.',
  'migrate.inUse':
    'A Belfry is connected to the database {database}, from: {places}. Stop it first. Nothing was changed.',
  'migrate.differs':
    'After the copy these tables are not the same on both sides: {tables}. The copy was taken back, and nothing was changed.',
  'migrate.failed': 'The data was not copied: {reason} Nothing was changed.',
  'migrate.table': '{table} {rows}',
  'migrate.kept': '\nThe files that were there before are in {folder}.',
  'migrate.toServer': `{rows:row was|rows were} copied to the database {database} and compared: both sides are the same.
By table: {tables}.
The files in {folder} are left as they were. Next:
  1. Set BELFRY_DATABASE_URL to that address, and leave BELFRY_DATA_DIR as it is: the key and the measured values stay there.
  2. Start Belfry and look at your alerts.
  3. Back the database up with pg_dump, and keep a copy of keys/belfry.key.`,
  'migrate.toFiles': `{rows:row was|rows were} copied from the database {database} and compared: both sides are the same.
By table: {tables}.{before}
The database is left as it was. Next: take BELFRY_DATABASE_URL away and start Belfry with {folder}.`,
} as const;
