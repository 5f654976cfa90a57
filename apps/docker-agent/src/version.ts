// The version of this build, and how it introduces itself.
import pkg from '../package.json' with { type: 'json' };

export const version: string = pkg.version;
export const userAgent = `belfry-docker-agent/${version}`;
