// Sentences of the commands on the machine itself: a lost password, the key of the secrets, a backup.

export const recovery = {
  'recovery.usage': `usage: belfry                          start the server
       belfry reset-password [USER]    give an account a new password and end its sessions
       belfry rotate-key               seal all secrets with a new key (Belfry must not run)
       belfry migrate --to postgres://…  copy the data to an empty database of PostgreSQL (Belfry must not run)
       belfry migrate --to files       copy it back, from the database in BELFRY_DATABASE_URL
       belfry ha status|switch|drill   two servers with one database: who is active, and give the work to the other
       {restore}
                                       put a backup into an empty data directory, or in place of the present data`,
  'recovery.keyInVariable':
    'The key comes from BELFRY_ENCRYPTION_KEY, where no command can change it. Write its value into keys/belfry.key in the data directory, take the variable away, and rotate then.',
  'recovery.secondKey': '\nA second server needs the new key too, in the same place.',
  'recovery.rotated':
    '{secrets:secret is|secrets are} sealed with a new key, in {keyFile}. Copies of the database taken before open only with the old one, kept in {oldFile}: delete both when you no longer need them.{second}',
  'recovery.noAccount': 'There is no account "{name}". There are: {names}.',
  'recovery.notHashed': 'The password could not be hashed. Try again.',
  'recovery.password': `User:     {user}
Password: {password}
Sign in and change it. Sessions ended: {ended}. A lock after wrong passwords is lifted.`,
  'recovery.restoreUsage': 'usage: {restore}',
  'recovery.noPassphrase':
    'Give the passphrase of the backup in BELFRY_BACKUP_PASSPHRASE, or a file with it in BELFRY_BACKUP_PASSPHRASE_FILE.',
  'recovery.hasDatabase':
    '{folder} has a database. With --replace the backup takes its place, and the old data is kept beside it.',
  'recovery.inUse': 'Belfry runs with {folder}. Stop it first. Nothing was changed.',
  'recovery.noStore': 'Give the store in the variables BELFRY_BACKUP_S3_…, as Belfry itself has them.',
  'recovery.noFile': 'There is no file {file}.',
  'recovery.restored': `Restored: the backup of {at} by Belfry {version} is in {folder}.{before}{key}
Start Belfry. Everybody signs in again; measured values are not in a backup.`,
  'recovery.restoredToServer': `Restored: the backup of {at} by Belfry {version} is in the database {database} ({rows:row|rows}). Its keys are in {folder}.{before}{key}
Start Belfry. Everybody signs in again; measured values are not in a backup. A second server needs the same key.`,
  'recovery.before': '\nThe data from before is in {folder}.',
  'recovery.otherKey':
    '\nIts key is in keys/belfry.key. BELFRY_ENCRYPTION_KEY is set and must be the same key, or be taken away.',
  'recovery.notRestored': '{file} was not restored: {reason}\nNothing was changed.',
  'recovery.notInStore': '{store} has no such backup. There is none.',
  'recovery.othersInStore': '{store} has no such backup. The newest ones are:\n  {files}',
} as const;
