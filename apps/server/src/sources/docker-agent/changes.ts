// The settings of Docker hosts and their containers as readings for the journal of changes, from their reports. Most reports change nothing,
// and give no reading.
import { hash } from 'node:crypto';
import { containerName } from '@belfry/domain/container-name';
import { dockerContainerNameId } from '@belfry/domain/ids';
import { containerSettings, dockerHostSettings, portLines } from '@belfry/domain/journal/container-settings';
import type { Settings } from '@belfry/domain/journal/settings';
import type { AgentReport, ReportedContainer } from '@belfry/schema/agent/report';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import type { SettingsList, SettingsReading } from '@belfry/schema/journal/reading';
import { runs } from './incarnations.ts';

/** An update removes a container before it makes the new one. */
const REMADE_MS = 300_000;
/** The journal hears of it at least so often, so that it knows until when nothing has changed. */
const AGAIN_MS = 3_600_000;

/** Times are epoch ms. `seenAt`: in the last report that had it. */
interface Known {
  digest: string;
  seenAt: number;
  ports: string | undefined;
}
interface Memory {
  known: Map<string, Known>;
  /** When the journal heard of all, and the digest of its list. */
  toldAt: number;
  list: string;
  reportedAt: number;
}

export interface Changes {
  settings: SettingsReading[];
  settingsLists: SettingsList[];
}

export function createDockerChanges() {
  const memories = new Map<string, Memory>();
  const memoryOf = (host: string): Memory => {
    const memory = memories.get(host) ?? { known: new Map(), toldAt: 0, list: '', reportedAt: 0 };
    memories.set(host, memory);
    return memory;
  };

  return {
    /** A host of the last run: a container that is missing in the next report may be in the middle of an update. */
    restore({ id, containers }: DockerHost, now: number): void {
      const { known } = memoryOf(id);
      for (const own of containers.filter(isPresent))
        known.set(nameId(id, own), { digest: '', seenAt: now, ports: runs(own) ? portLines(own.ports) : undefined });
    },
    forget: (host: string): void => void memories.delete(host),
    /** `host` as it is after the report. */
    learn({ host: reportedHost, containers }: AgentReport, host: DockerHost, now: number): Changes {
      const memory = memoryOf(host.id);
      const { known } = memory;
      const before = memory.reportedAt;
      const isDue = now - memory.toldAt >= AGAIN_MS;
      const reported = new Map(containers.map((each) => [each.id, each]));
      const settings: SettingsReading[] = [];
      const give = (id: string, name: string, own: Settings, shape: string, ports?: string): void => {
        const digest = hash('sha256', JSON.stringify([shape, own]), 'base64url').slice(0, 16);
        const was = known.get(id);
        known.set(id, { digest, seenAt: now, ports });
        if (was?.digest === digest && !isDue) return;
        const unchangedAt = was && was.digest !== '' && was.digest !== digest ? { unchangedAt: was.seenAt } : {};
        settings.push({ resource: id, kind: 'docker', name, settings: own, shape, tasks: [], ...unchangedAt });
      };
      give(host.id, host.displayName, dockerHostSettings(host), 'host');
      for (const container of host.containers.filter(isPresent)) {
        const own = reported.get(container.id);
        const id = nameId(host.id, container);
        const was = known.get(id);
        if (own && wasInspected(own, reportedHost.engine)) {
          const ports = runs(container) ? portLines(own.ports) : was?.ports;
          give(id, containerName(container), containerSettings(own, ports), shapeOf(own, ports), ports);
        } else known.set(id, { digest: was?.digest ?? '', ports: was?.ports, seenAt: now });
      }
      const lists = host.omittedContainers ? [] : listOf(host.id, memory, now, before, isDue);
      memory.reportedAt = now;
      if (isDue) memory.toldAt = now;
      return { settings, settingsLists: lists };
    },
  };
}

/** A list is given when it is another one, and once an hour. */
function listOf(host: string, memory: Memory, now: number, before: number, isDue: boolean): SettingsList[] {
  const { known } = memory;
  const lost = [...known].filter(([id, { seenAt }]) => id !== host && now - seenAt >= REMADE_MS);
  for (const [id] of lost) known.delete(id);
  const resources = [...known.keys()].filter((id) => id !== host).sort();
  const list = hash('sha256', JSON.stringify(resources), 'base64url').slice(0, 16);
  const isSame = list === memory.list;
  memory.list = list;
  if (isSame && !isDue) return [];
  const lastSeen = Math.min(before, ...lost.map(([, { seenAt }]) => seenAt));
  return [
    { kind: 'docker', under: dockerContainerNameId(host, ''), resources, ...(before > 0 && { unchangedAt: lastSeen }) },
  ];
}

const nameId = (host: string, container: DockerContainer): string =>
  dockerContainerNameId(host, containerName(container));

const isPresent = ({ superseded, notRecorded }: DockerContainer): boolean => !superseded && !notRecorded;

/** Our agent could not ask the engine about this one, so most of it is not known. */
const wasInspected = ({ restartCount }: ReportedContainer, engine: string | undefined): boolean =>
  engine === undefined || restartCount !== undefined;

/** Which of the fields were reported that an older agent, another one, or a container that does not run leaves out. */
const shapeOf = ({ environment, mounts }: ReportedContainer, ports: string | undefined): string =>
  [environment && 'environment', mounts && 'mounts', ports !== undefined && 'ports'].filter(Boolean).join(' ');
