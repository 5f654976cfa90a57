// The texts of the Docker page of the settings.
import { inLanguage } from '../../../lib/language/in-language.ts';
export const messages = inLanguage('settingsDocker', {
  show: 'Show deployment instructions',
  hide: 'Hide deployment instructions',
  deployment: 'Deployment',

  install: 'Quick install',
  installText:
    'Run this as root on each Docker host. The agent then starts with the system and reports every 30 seconds.',
  token: 'API token',
  tokenHint: 'A token that may only report is enough, and the same one serves all hosts.',
  test: 'Test token',
  testing: 'Testing...',
  make: 'Create token',
  making: 'Creating...',
  tokenPurpose: 'Docker agents',
  tokenName: (purpose: string, moment: string) => `${purpose} ${moment}`,
  made: "New API token generated! Save it now - it won't be shown again.",
  makeFailed: (error: string) => `Failed to generate token: ${error}`,
  valid: 'Token is valid',
  invalid: 'Token is invalid',
  unfit: 'This token has characters that no token has.',
  placeholder: 'The command holds a placeholder: create a token, or enter one you have.',
  replaceFirst: 'Please replace the placeholder with your API token before copying the command',
  ready: 'The command is ready.',
  open: 'Authentication is disabled: reports need no token.',
  command: 'install command',
  copyCommand: 'Copy install command',
  copy: 'Copy',
  seconds: (count: number) => `${count} s`,
  copyFailed: 'Failed to copy command',

  uninstall: 'Uninstall',
  uninstallText: 'Stops the agent and removes everything it installed.',
  uninstallCommand: 'uninstall command',

  manual: 'Manual installation',
  manualDownload: 'Download the agent and check it',
  manualSettings: 'Write its settings, readable only by root',
  manualService: 'Create its service: /etc/systemd/system/belfry-docker-agent.service',
  manualStart: 'Start it',
  manualImage: 'Or run it from the container image',
  startCommand: 'systemctl daemon-reload && systemctl enable --now belfry-docker-agent',

  hosts: 'Reporting hosts',
  loading: 'Loading the hosts',
  none: 'No Docker hosts report here yet',
  noneHint: 'Install the agent on a host: it appears here with its first report.',
  host: 'Host',
  system: 'System',
  status: 'Status',
  containers: 'Running',
  engine: 'Docker',
  agent: 'Agent',
  outdated: 'outdated',
  interval: 'Interval',
  lastSeen: 'Last seen',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Removing the host clears it from Belfry until the agent reports again.',
  removeHint: 'To keep it from coming back, uninstall the agent on the host:',
  removed: (name: string) => `Removed Docker host ${name}`,
  removeFailed: 'Failed to remove Docker host',

  aboutTitle: 'Agent-based monitoring',
  about: [
    'The agent reads from the engine and reports here; Belfry never connects to the host.',
    'It takes no orders: it can neither start, stop nor change a container.',
    'When no report comes for four intervals, the host is shown as not reached.',
  ],
  needsTitle: 'Agent requirements',
  needs: [
    'Linux on x86-64 or ARM64 with Docker or Podman; on other systems use the container image.',
    'A connection from the host to this address over HTTP or HTTPS.',
    'Read access to the socket of the engine; the installer grants it to the service and to nothing else.',
  ],
  /** Why a token could not be tested, by HTTP status; 0 is no answer. */
  testFailure(status: number): string {
    if (status === 0) return 'Network error - failed to validate token';
    if (status === 401) return 'Authentication required - please log in';
    if (status === 403) return 'Permission denied - admin access required';
    if (status === 429) return 'Rate limit exceeded - please try again later';
    return `Server error (${status}) - please try again`;
  },
});
