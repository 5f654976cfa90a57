// Which container of a host is the present one, and which are earlier incarnations of it: an update makes a container anew, and a
// Swarm keeps the containers of tasks that ended.
import { containerName, slotOf } from '@belfry/domain/container-name';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';

/** So long may an update take in which the old container runs beside the new one. */
const REPLACING_MS = 900_000;
/** What updaters call the container that they replace: "old_web", "web-old". */
const SET_ASIDE = /^old[-_.](?<after>.+)$|^(?<before>.+)[-_.]old(?:[-_.].*)?$/;

/** `before`: the host in its last report. `others`: the other hosts; tasks of one slot may be on several of them. */
export function withIncarnations(
  host: DockerHost,
  before: DockerHost | undefined,
  others: () => Iterable<DockerHost>,
): DockerHost {
  const known = new Map(before?.containers.map((container) => [container.id, container]));
  const named = host.containers.map((container) => withRename(container, known.get(container.id), host.lastSeen));
  const byName = Map.groupBy(named, containerName);
  const slots = new Set(named.flatMap((container) => slotOf(container) ?? []));
  const isTask = (container: DockerContainer) => slots.has(slotOf(container) ?? '');
  const elsewhere = slots.size === 0 ? [] : [...others()].flatMap(({ containers }) => containers.filter(isTask));
  const isReplaced = (container: DockerContainer): boolean => {
    const slot = slotOf(container);
    const rivals = byName.get(containerName(container)) ?? [];
    const all = slot === undefined ? rivals : [...rivals, ...elsewhere.filter((other) => slotOf(other) === slot)];
    return all.some((other) => other !== container && isBefore(other, container)) || isSetAside(container);
  };
  const isSetAside = (container: DockerContainer): boolean => {
    const { renamed } = container;
    const isHeld = (name: string | undefined) => name !== undefined && name !== container.name && byName.has(name);
    if (isHeld(renamed?.from) && (!runs(container) || host.lastSeen - (renamed?.at ?? 0) < REPLACING_MS)) return true;
    const { after, before: plain } = SET_ASIDE.exec(container.name)?.groups ?? {};
    return !runs(container) && isHeld(after ?? plain);
  };
  return {
    ...host,
    containers: named.map((container) => (isReplaced(container) ? { ...container, superseded: true } : container)),
  };
}

function withRename(container: DockerContainer, before: DockerContainer | undefined, now: number): DockerContainer {
  const renamed =
    before === undefined || before.name === container.name ? before?.renamed : { from: before.name, at: now };
  return renamed === undefined ? container : { ...container, renamed };
}

export const runs = ({ state }: DockerContainer): boolean => state.toLowerCase() === 'running';
const ageOf = ({ createdAt, startedAt, finishedAt }: DockerContainer): number =>
  createdAt ?? startedAt ?? finishedAt ?? 0;

/** Of two incarnations: the one that runs, then the newer one. The ids decide between equals. */
function isBefore(a: DockerContainer, b: DockerContainer): boolean {
  if (runs(a) !== runs(b)) return runs(a);
  return ageOf(a) === ageOf(b) ? a.id > b.id : ageOf(a) > ageOf(b);
}
