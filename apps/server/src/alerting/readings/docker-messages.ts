// What alerts about Docker hosts and containers say.
import { KILLED } from '@belfry/domain/docker';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { clockMessage } from './instance-messages.ts';

type Named = Pick<DockerContainer, 'name'>;

export const dockerMessages = {
  hostOffline: ({ displayName: name }: Pick<DockerHost, 'displayName'>): Sentence => ({
    id: 'docker.offline',
    values: { name },
  }),
  clock: ({ displayName: name }: Pick<DockerHost, 'displayName'>, aheadSeconds: number): Sentence =>
    clockMessage({ id: 'name.dockerHost', values: { name } }, aheadSeconds),
  state({ name, state, exitCode }: Pick<DockerContainer, 'name' | 'state' | 'exitCode'>): Sentence {
    switch (state.toLowerCase()) {
      case 'restarting':
        return { id: 'docker.restarting', values: { name } };
      case 'dead':
        return { id: 'docker.dead', values: { name } };
      case 'created':
        return { id: 'docker.notStarted', values: { name, code: String(exitCode) } };
      default:
        if (exitCode === KILLED) return { id: 'docker.killed', values: { name } };
        return exitCode === null
          ? { id: 'docker.stopped', values: { name } }
          : { id: 'docker.stoppedWith', values: { name, code: exitCode } };
    }
  },
  health: ({ name }: Named, health: string): Sentence => ({ id: 'docker.health', values: { name, health } }),
  cpu: ({ name }: Named, value: number): Sentence => ({ id: 'docker.cpu', values: { name, value } }),
  memory: ({ name }: Named, value: number): Sentence => ({ id: 'docker.memory', values: { name, value } }),
  memoryLimit: ({ name }: Named, value: number, limit: number): Sentence => ({
    id: 'docker.memoryLimit',
    values: { name, value, limit },
  }),
  restarts: ({ name }: Named, count: number, windowSeconds: number): Sentence => ({
    id: 'docker.restarts',
    values: { name, count, minutes: Math.round(windowSeconds / 60) },
  }),
  outOfMemory: ({ name }: Named): Sentence => ({ id: 'docker.outOfMemory', values: { name } }),
};
