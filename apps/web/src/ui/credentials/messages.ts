// The texts of new credentials: the form, what is wrong in it, and the list that is shown once.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('credentials', {
  generate: 'Generate one',
  choose: 'Choose my own',
  username: 'Username',
  password: 'Password',
  apiToken: 'API token',
  belfryAt: (address: string) => `Belfry at ${address}`,
  download: 'Download credentials',

  usernameRequired: 'Username is required',
  passwordTooShort: (least: number) => `Password must be at least ${least} characters`,
  passwordsDiffer: 'Passwords do not match',
  newPasswordsDiffer: 'New passwords do not match',
  setupToken: 'Enter the setup token',
  allRequired: 'All fields are required',
});
