// All endpoints. A route that is not here does not exist.
import type { Endpoint } from './endpoint.ts';
import { getHealth, getOpenApi, getPerformance, getState, getStats, getVersion } from './monitoring.ts';
import { oidcEndpoints } from './oidc.ts';
import { securityEndpoints } from './security.ts';

export const endpoints: readonly Endpoint[] = [
  ...[getState, getHealth, getVersion, getStats, getPerformance, getOpenApi],
  ...securityEndpoints,
  ...oidcEndpoints,
];
