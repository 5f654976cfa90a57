// The texts of the checks of forms, of the security score and of thresholds.
import { inLanguage } from './language/in-language.ts';

export const messages = inLanguage('lib', {
  usernameRequired: 'Username is required',
  passwordTooShort: (least: number) => `Password must be at least ${least} characters`,
  passwordsDiffer: 'Passwords do not match',
  newPasswordsDiffer: 'New passwords do not match',
  setupToken: 'Enter the setup token',
  allRequired: 'All fields are required',

  limit: (percent: number, origin: string) => `Alert at ${percent}% (${origin})`,
  origins: {
    default: () => 'default',
    override: () => 'override',
    tag: (tag: string) => `from the tag ${tag}`,
    node: (node: string) => `from the node ${node}`,
  },

  checks: {
    encrypted: { name: 'Credentials encrypted at rest', advice: 'Secrets are stored as plain text.' },
    export: {
      name: 'Export protected',
      advice: 'Anyone who can reach this port can export the configuration.',
    },
    token: {
      name: 'API token configured',
      advice: 'Create an API token for scripts, so that they need no password.',
    },
    https: {
      name: 'HTTPS connection',
      advice: 'Passwords cross the network in clear text. Put Belfry behind HTTPS.',
    },
    authentication: {
      name: 'Authentication enabled',
      advice: 'Anyone who can reach this port can do anything.',
    },
    audit: { name: 'Audit logging enabled', advice: 'Nobody will know who changed what.' },
  },
});
