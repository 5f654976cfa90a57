// The current problems, the worst first. Their lists change with every poll, and the problems seldom.
import { openProblems, type Problem, problemsOf, type Troubled } from '@belfry/domain/problems/problems';
import { settled } from '../lib/settled.ts';
import { shallowAlike } from '../lib/shallow-alike.ts';
import { steady } from '../lib/steady.ts';
import { useLive } from './use-live.ts';

/** Apart from what depends on it, which is a new object each time. */
const alike = (a: Problem, b: Problem): boolean =>
  shallowAlike({ ...a, depends: null }, { ...b, depends: null }) && shallowAlike(a.depends, b.depends);

const problemsIn = steady(
  (
    instances: Troubled['instances'],
    nodes: Troubled['nodes'],
    dockerHosts: Troubled['dockerHosts'],
    activeAlerts: Troubled['activeAlerts'],
    vms: Troubled['vms'],
    containers: Troubled['containers'],
    storage: Troubled['storage'],
    pbs: Troubled['pbs'],
  ): readonly Problem[] => problemsOf({ instances, nodes, dockerHosts, activeAlerts, vms, containers, storage, pbs }),
  (a, b) => settled(a, b, alike) === a,
);
const openIn = steady(
  (problems: readonly Problem[]) => openProblems(problems),
  (a, b) => settled(a, b, Object.is) === a,
);
const none: never[] = [];

/** The same list while it says the same. */
export const useProblems = (): readonly Problem[] =>
  useLive(({ state }) =>
    state
      ? problemsIn(
          ...([state.instances, state.nodes, state.dockerHosts, state.activeAlerts] as const),
          ...([state.vms, state.containers, state.storage, state.pbs] as const),
        )
      : none,
  );

/** Those that nobody has yet. */
export const useOpenProblems = (): readonly Problem[] => openIn(useProblems());
