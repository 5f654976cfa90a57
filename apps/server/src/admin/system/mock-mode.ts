// Whether Belfry shows simulated data. The reference product has this endpoint too; here only the environment changes
// it.
import { getMockMode, type MockMode, postMockMode, putMockMode } from '@belfry/schema/http/system';
import type { State } from '@belfry/schema/state';
import type { Mount } from '../../http/mount.ts';
import { refuse } from '../../lib/refusal.ts';

export interface MockModeDeps {
  demo: boolean;
  state(): State;
}

export function mockModeRoutes(mount: Mount, { demo, state }: MockModeDeps): void {
  const view = (): MockMode => ({ enabled: demo, config: sizesOf(demo ? state() : undefined) });
  mount(getMockMode, view);
  for (const endpoint of [postMockMode, putMockMode]) {
    mount(endpoint, ({ body: { enabled = demo, config } }) =>
      enabled === demo && config === undefined ? view() : refuse('conflict', { id: 'demo.notHere' }),
    );
  }
}

function sizesOf(state: State | undefined): MockMode['config'] {
  const { nodes = [], vms = [], containers = [], dockerHosts = [] } = state ?? {};
  const guests = [...vms, ...containers];
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    NodeCount: nodes.length,
    VMsPerNode: Math.round(share(vms.length, nodes.length)),
    LXCsPerNode: Math.round(share(containers.length, nodes.length)),
    DockerHostCount: dockerHosts.length,
    DockerContainersPerHost: Math.round(
      share(dockerHosts.flatMap((host) => host.containers).length, dockerHosts.length),
    ),
    RandomMetrics: state !== undefined,
    HighLoadNodes: [],
    StoppedPercent: share(guests.filter(({ status }) => status === 'stopped').length, guests.length),
  };
}
