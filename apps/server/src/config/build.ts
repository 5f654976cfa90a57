// This program: its version, and how it was installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isBetweenReleases } from '@belfry/release/version';
import type { Version } from '@belfry/schema/http/monitoring';
import root from '../../../../package.json' with { type: 'json' };

const isSource = import.meta.filename.endsWith('.ts');

/** What `scripts/describe.ts` wrote beside the folder of this build. Undefined: it was not made in a checkout. */
export function describedIn(file: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}

export const version: string =
  (isSource ? undefined : describedIn(path.resolve(import.meta.dirname, '../version.json'))) ?? root.version;
/** That of the agents it hands out: they are built without git, and a commit on the server makes none of them outdated. */
export const agentVersion: string = root.version;
export const channel = version.includes('-rc') ? 'rc' : 'stable';

/** Run from its sources, or from the bundle of a commit that is no release. */
const isDevelopment = isSource || isBetweenReleases(version);

export type Deployment = 'docker' | 'proxmoxve' | 'systemd' | 'manual' | 'development';

interface Surroundings {
  isDocker: boolean;
  /** In the container that `proxmox-lxc.sh` made on a Proxmox VE host. */
  isProxmoxContainer: boolean;
  isService: boolean;
}

export const deploymentOf = ({ isDocker, isProxmoxContainer, isService }: Surroundings): Deployment =>
  isDocker
    ? 'docker'
    : isProxmoxContainer
      ? 'proxmoxve'
      : isDevelopment
        ? 'development'
        : isService
          ? 'systemd'
          : 'manual';

/** The answer of `GET /api/version`. */
export const about = (surroundings: Surroundings): Omit<Version, 'updateAvailable' | 'latestVersion'> => ({
  version,
  build: isDevelopment ? 'development' : 'release',
  runtime: `node ${process.versions.node}`,
  channel,
  isDocker: surroundings.isDocker,
  isDevelopment,
  deploymentType: deploymentOf(surroundings),
});
