// The name by which people know a container. It stays when the container is made anew.
import type { DockerContainer } from '@belfry/schema/entities/docker';

export type Called = Pick<DockerContainer, 'name' | 'labels'>;

const TASK = 'com.docker.swarm.task.id';
const PROJECT = 'com.docker.compose.project';
/** Compose makes the new container of a service under this name while the old one still has its own. */
const WHILE_REPLACED = /^[0-9a-f]{12}_(?=.)/;

/** Of a task of a Swarm: the service and the slot. Otherwise the name of the container. */
export function containerName({ name, labels }: Called): string {
  const task = labels[TASK];
  if (task && name.endsWith(`.${task}`)) return name.slice(0, -task.length - 1);
  return labels[PROJECT] === undefined ? name : name.replace(WHILE_REPLACED, '');
}

/** The same in every host of a Swarm: the service and the slot of a task. Undefined: it is no task. */
export function slotOf(container: Called): string | undefined {
  if (container.labels[TASK] === undefined) return undefined;
  return `${container.labels['com.docker.swarm.service.id'] ?? ''} ${containerName(container)}`;
}
