// The texts of the System page.
import { inLanguage } from '../../../lib/language/in-language.ts';
export const messages = inLanguage('settingsSystem', {
  loadFailed: 'The settings could not be loaded.',
  priority:
    'Saved changes take effect at once and survive restarts. A setting that comes from an environment variable is shown here, but can be changed only there.',
  adminOnly: 'Only an administrator can change these settings.',
  locked: 'Set by an environment variable',
  on: 'on',
  off: 'off',
  unsaved: 'You have unsaved changes',
  saved: 'Settings saved successfully. Service restart may be required for port changes.',
  failed: 'Failed to save settings',

  appearance: 'Appearance',
  theme: 'Default theme',
  themeHint: 'For every browser that has not chosen its own.',
  themes: { '': 'Follow the system', light: 'Light', dark: 'Dark' },
  own: 'In this browser',
  owns: { system: 'Default', light: 'Light', dark: 'Dark' },
  language: 'Language in this browser',
  languageHint: 'Texts of hosts and of alerts stay in English.',
  ofBrowser: 'That of the browser',

  network: 'Network',
  origins: 'CORS allowed origins',
  originsHint:
    'Other pages that may call the API and open the live connection. * allows all origins, but only with an API token, never with the sign-in of a browser; empty means same-origin only.',
  originsExample: 'https://home.example, https://wall.example:8443',
  ports: 'The port is set with BELFRY_PORT; changing it needs a restart.',

  embedding: 'Embedding',
  allowEmbedding: 'Allow other pages to show Belfry in a frame',
  allowEmbeddingHint: 'For dashboards such as Home Assistant. If off, browsers refuse.',
  embedOrigins: 'Allowed embed origins',
  embedOriginsHint: 'Comma-separated. Empty allows every page.',

  discovery: 'Discovery',
  discoveryHint: 'Finds Proxmox hosts on the network.',
  discoveryEnabled: 'Scan the network for hosts',
  discoveryEnabledHint: 'Every five minutes, Belfry asks every address of the subnet what it is.',
  subnet: 'Subnet',
  subnetHint: 'auto is the network of this machine; otherwise one or several, such as 192.168.1.0/24.',

  polling: 'Polling',
  pollingHint: 'Seconds between two polls of the live figures, 10 to 3600.',

  updates: 'Updates',
  version: (version: string) => `Belfry ${version}`,
  history: 'Update history',
  check: 'Check for updates',
  checking: 'Checking...',
  checkFailed: 'Failed to check for updates',
  latest: 'You are running the latest version',
  available: (version: string) => `Belfry ${version} is available.`,
  noFeed:
    'No list of releases is set (BELFRY_UPDATE_FEED), so Belfry looks for no new versions, whatever is chosen here.',
  allDismissed: 'New versions are not announced in this browser.',
  dismissed: (version: string) => `Belfry ${version} is not announced in this browser.`,
  announceAgain: 'Announce again',
  auto: 'Check for new versions automatically',
  autoHint: 'Belfry announces a new version and how to get it. It never installs one.',
  channel: 'Channel',
  channels: { stable: 'Stable', rc: 'Release candidates' },
  every: 'Check interval',
  interval: (hours: string) => (hours === '24' ? 'Every day' : hours === '168' ? 'Every week' : `Every ${hours} hours`),
  time: 'Time',
  docker: 'A container gets new versions with a new image: pull the latest image and restart the container.',
});
