// The version of this build, and its user agent.
import pkg from '../package.json' with { type: 'json' };

export const version: string = pkg.version;
export const userAgent = `belfry-docker-agent/${version}`;
