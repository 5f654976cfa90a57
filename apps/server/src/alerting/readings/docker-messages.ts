// What alerts about Docker hosts and containers say.
import { formatBytes, formatPercent, plural } from '@belfry/domain/format';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import { clockText } from './clock-text.ts';

type Named = Pick<DockerContainer, 'name'>;

export const dockerMessages = {
  hostOffline: ({ displayName }: Pick<DockerHost, 'displayName'>) =>
    `The Docker agent of ${displayName} does not report any more.`,
  clock: ({ displayName }: Pick<DockerHost, 'displayName'>, aheadSeconds: number) =>
    `The clock of Docker host ${displayName} is ${clockText(aheadSeconds)} Belfry's.`,
  state: (container: Pick<DockerContainer, 'name' | 'state' | 'exitCode'>) =>
    `Container ${container.name} ${stateText(container)}.`,
  health: ({ name }: Named, health: string) => `Container ${name} is ${health}.`,
  cpu: ({ name }: Named, percent: number) => `Container ${name} uses ${formatPercent(percent)} CPU.`,
  memory: ({ name }: Named, percent: number) => `Container ${name} uses ${formatPercent(percent)} of its memory.`,
  memoryLimit: ({ name }: Named, percent: number, limitBytes: number) =>
    `Container ${name} uses ${formatPercent(percent)} of its memory limit of ${formatBytes(limitBytes)}.`,
  restarts: ({ name }: Named, count: number, windowSeconds: number) =>
    `Container ${name} restarted ${plural(count, 'time')} within ${plural(Math.round(windowSeconds / 60), 'minute')}.`,
  outOfMemory: ({ name }: Named) => `Container ${name} was killed because it ran out of memory.`,
};

function stateText({ state, exitCode }: Pick<DockerContainer, 'state' | 'exitCode'>): string {
  switch (state.toLowerCase()) {
    case 'restarting':
      return 'is restarting';
    case 'dead':
      return 'is dead: the engine could not remove it';
    case 'created':
      return `did not start: exit code ${exitCode}`;
    default:
      return exitCode === null ? 'has stopped' : `has stopped with exit code ${exitCode}`;
  }
}
