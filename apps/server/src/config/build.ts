// This program: its version, and how it was installed.
import type { Version } from '@belfry/schema/http/monitoring';
import root from '../../../../package.json' with { type: 'json' };

export const version: string = root.version;
export const channel = version.includes('-rc') ? 'rc' : 'stable';

/** Run from its sources, or from the bundle. */
const isDevelopment = import.meta.filename.endsWith('.ts');

export type Deployment = 'docker' | 'systemd' | 'manual' | 'development';

interface Surroundings {
  isDocker: boolean;
  isService: boolean;
}

export const deploymentOf = ({ isDocker, isService }: Surroundings): Deployment =>
  isDocker ? 'docker' : isDevelopment ? 'development' : isService ? 'systemd' : 'manual';

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
