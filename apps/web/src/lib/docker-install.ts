// The commands that install the Docker agent on a machine, and remove it. Pure.
import type { SecurityStatus } from '@belfry/schema/http/security';

/** The placeholder for a token that does not exist yet. */
export const PLACEHOLDER = 'YOUR_API_TOKEN';
/** Used instead of a token where none is required. */
export const NO_TOKEN = 'disabled';

/** Whether reports are accepted without a token. If the server does not say so, a token is required. */
export const needsNoToken = (status: SecurityStatus | null | undefined): boolean =>
  status?.requiresAuth === false && status.apiTokenConfigured !== true;

/** What the installer accepts: characters without a special meaning in any shell. */
export const tokenFits = (token: string): boolean => /^[A-Za-z0-9._~+/=:@%-]+$/.test(token);

export const installCommand = (origin: string, token: string): string =>
  `curl -fsSL ${origin}/install-docker-agent.sh | bash -s -- --url ${origin} --token ${token}`;

export const uninstallCommand = (origin: string): string =>
  `curl -fsSL ${origin}/install-docker-agent.sh | bash -s -- --uninstall`;

export const imageCommand = (origin: string, token: string): string =>
  [
    'docker run -d --name belfry-agent --restart unless-stopped',
    '-v /var/run/docker.sock:/var/run/docker.sock:ro',
    '--group-add "$(stat -c %g /var/run/docker.sock)"',
    `-e BELFRY_URL=${origin} -e BELFRY_TOKEN=${token}`,
    'belfry agent',
  ].join(' \\\n  ');

export const downloadCommands = (origin: string): string =>
  [
    `curl -fsSLo /usr/local/bin/belfry-docker-agent "${origin}/download/belfry-docker-agent?arch=$(uname -m)"`,
    `curl -fsSL "${origin}/download/belfry-docker-agent.sha256?arch=$(uname -m)"`,
    'sha256sum /usr/local/bin/belfry-docker-agent   # must be the same',
    'chmod 755 /usr/local/bin/belfry-docker-agent',
  ].join('\n');

export const settingsFile = (origin: string, token: string): string =>
  [
    `install -m 600 /dev/null /etc/belfry-docker-agent.env`,
    `cat >/etc/belfry-docker-agent.env <<'EOF'`,
    `BELFRY_TARGETS='${origin}|${token}'`,
    `BELFRY_INTERVAL='30s'`,
    'EOF',
  ].join('\n');

export const SERVICE = `[Unit]
Description=Belfry Docker agent
Wants=network-online.target
After=network-online.target docker.service

[Service]
ExecStart=/usr/local/bin/belfry-docker-agent
EnvironmentFile=/etc/belfry-docker-agent.env
User=root
Restart=always
RestartSec=5

[Install]
WantedBy=multi-user.target`;
