// The current problems. Their lists change with every poll, and the problems seldom.
import type { Alert } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import { settled } from '../../lib/settled.ts';
import { shallowAlike } from '../../lib/shallow-alike.ts';
import { steady } from '../../lib/steady.ts';
import { useLive } from '../../live/use-live.ts';
import { type Problem, problemsOf } from './problem-list.ts';

const problemsIn = steady(
  (
    instances: readonly Instance[],
    nodes: readonly Node[],
    dockerHosts: readonly DockerHost[],
    activeAlerts: readonly Alert[],
  ): readonly Problem[] => problemsOf({ instances, nodes, dockerHosts, activeAlerts }),
  (a, b) => settled(a, b, shallowAlike) === a,
);
const none: never[] = [];

/** The same list while it says the same. */
export const useProblems = (): readonly Problem[] =>
  useLive(({ state }) =>
    state ? problemsIn(state.instances, state.nodes, state.dockerHosts, state.activeAlerts) : none,
  );
