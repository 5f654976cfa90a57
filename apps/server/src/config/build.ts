// What this program is: its version, and how it was put here.
import type { Version } from '@belfry/schema/http/monitoring';
import root from '../../../../package.json' with { type: 'json' };

export const version: string = root.version;

/** Run from its sources, or from the bundle. */
const isDevelopment = import.meta.filename.endsWith('.ts');

export const versionReply = (isDocker: boolean): Version => ({
  version,
  build: isDevelopment ? 'development' : 'release',
  runtime: `node ${process.versions.node}`,
  channel: version.includes('rc') ? 'rc' : 'stable',
  isDocker,
  isDevelopment,
  deploymentType: isDocker ? 'docker' : isDevelopment ? 'development' : 'manual',
  updateAvailable: false,
});
