// A container as the target of a silence or a window: by its name, which stays when the container is made anew.
import { containerId, dockerContainerId } from '@belfry/domain/ids';
import type { Target } from '@belfry/schema/alerts/silences';
import type { DockerHost } from '@belfry/schema/entities/docker';

/** A target that names a container, or an alert about one, by the id of its engine. The same object for any other. */
export function namedTarget(target: Target, dockerHosts: readonly DockerHost[]): Target {
  const { kind, value } = target;
  const isOld = (kind === 'resource' || kind === 'alert') && value.includes('docker:') && !value.includes('/name:');
  if (!isOld) return target;
  let longest = { old: '', now: '' };
  for (const host of dockerHosts)
    for (const container of host.containers) {
      const old = dockerContainerId(host.id, container.id);
      const isMeant = kind === 'resource' ? value === old : value.includes(old);
      if (isMeant && old.length > longest.old.length) longest = { old, now: containerId(host.id, container) };
    }
  const now = value.replace(longest.old, () => longest.now);
  return now === value ? target : { kind, value: now };
}
