// This program: its version, and how it was installed.
import type { Version } from '@belfry/schema/http/monitoring';
import root from '../../../../package.json' with { type: 'json' };

export const version: string = root.version;
export const channel = version.includes('-rc') ? 'rc' : 'stable';

/** As `git describe` names what is no release: 1.2.0-4-g1a2b3c4, 1.2.0-dirty. */
export const isBetweenReleases = (version: string): boolean => /-dirty\b|-\d+-g[0-9a-f]{7,40}\b/.test(version);

/** Run from its sources, or from the bundle of a commit that is no release. */
const isDevelopment = import.meta.filename.endsWith('.ts') || isBetweenReleases(version);

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
