// The texts of the configuration as a file: export and restore.
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('settingsTransfer', {
  title: 'Export and restore of the configuration',
  text: 'A backup is one encrypted file with the whole configuration: instances with their credentials, settings, guest URLs, alert rules and notifications.',
  notes: [
    'Accounts, API tokens and signed-in browsers are not in a backup.',
    'The backup can be opened only with its passphrase. Nobody can recover a lost passphrase.',
    'A restore replaces the present configuration: everything in the file, or nothing.',
  ],
  exportAction: 'Export Backup',
  importAction: 'Restore Backup',
  adminOnly: 'Only an administrator can export or restore a backup.',
  close: 'Close',

  exportTitle: 'Export configuration',
  exportText: 'The file contains passwords and tokens. It is encrypted with what you enter here.',
  protectWith: 'Protect the file with',
  protections: { password: 'My login password', passphrase: 'Another passphrase' },
  password: 'Login password',
  passwordHint: 'To restore the backup you need this password, also after you have changed it here.',
  passphrase: 'Passphrase',
  passphraseHint: (least: number) => `At least ${least} characters. You need it to restore the backup.`,
  show: 'Show what I type',
  passphraseRequired: 'Please enter a passphrase',
  passwordRequired: 'Please enter your password',
  passphraseShort: (least: number) => `The passphrase must have at least ${least} characters`,
  passwordShort: (least: number) =>
    `A backup needs at least ${least} characters, and this password is shorter. Choose another passphrase.`,
  exporting: 'Exporting...',
  exported: 'Configuration exported successfully',
  exportNeedsSignIn: 'Export requires authentication',
  exportFailed: 'Failed to export configuration',

  importTitle: 'Restore configuration',
  importText: 'Everything in the file replaces what is configured here now. Accounts and API tokens stay as they are.',
  file: 'Backup file',
  fileHint: 'The .json file of an export, also one of Pulse 4.',
  importPassphrase: 'Password or passphrase of the file',
  importPassphraseRequired: 'Please enter the password',
  fileRequired: 'Please select a file to import',
  fileInvalid: 'Invalid JSON file format',
  fileLarge: 'The file is too large to be a backup of Belfry',
  importing: 'Restoring...',
  imported: 'Configuration imported successfully. Reloading...',
  importNeedsSignIn: 'Import requires authentication',
  importFailed: 'Failed to import configuration',

  tokenTitle: 'API token required',
  tokenText:
    'Sign-in is switched off here, and a backup contains all secrets. Enter an API token with full access; this browser keeps it until the tab is closed.',
  token: 'API token',
  tokenInvalid: 'Invalid or expired API token. Please re-enter.',
  tokenSave: 'Save and continue',
  tokenWhere: 'A token is made on the Security page.',
});
