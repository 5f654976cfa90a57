// An instance for tests: say only what matters to the test.
import type { Instance } from '@belfry/schema/entities/instance';

export const anInstance = (fields: Partial<Instance> = {}): Instance => ({
  id: 'home',
  kind: 'pve',
  name: 'home',
  host: 'https://home:8006',
  health: 'healthy',
  dropped: 0,
  endpoints: [{ host: 'https://home:8006', healthy: true }],
  ...fields,
});
