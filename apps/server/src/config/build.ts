// What this program is: its version, and how it was put here.
import root from '../../../../package.json' with { type: 'json' };

export const version: string = root.version;

/** Run from its sources, or from the bundle. */
export const isDevelopment = import.meta.filename.endsWith('.ts');

export type Deployment = 'docker' | 'systemd' | 'manual' | 'development';

export const deploymentOf = ({ isDocker, isService }: { isDocker: boolean; isService: boolean }): Deployment =>
  isDocker ? 'docker' : isDevelopment ? 'development' : isService ? 'systemd' : 'manual';
