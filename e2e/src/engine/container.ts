// Containers for tests, through testcontainers: labelled for `sweep`, and ready when `start` resolves.
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { markName, markValue } from './docker.ts';

/** Settings that the library has no method for. */
interface Settings {
  restart?: 'always';
  readOnlyRoot?: boolean;
  /** More groups of its user, by number. */
  groups?: readonly number[];
  /** How often the health check of the image runs. */
  healthSeconds?: number;
  /** It sees the control groups of this machine, which systemd needs as the first process. */
  hostCgroups?: boolean;
}

/** Sets protected fields of the library for settings it has no method for. */
class Container extends GenericContainer {
  constructor(image: string, { restart, readOnlyRoot, groups, healthSeconds, hostCgroups }: Settings) {
    super(image);
    if (restart) this.hostConfig.RestartPolicy = { Name: restart };
    if (readOnlyRoot) this.hostConfig.ReadonlyRootfs = true;
    if (groups) this.hostConfig.GroupAdd = groups.map(String);
    if (hostCgroups) Object.assign(this.hostConfig, { CgroupnsMode: 'host' });
    if (healthSeconds) this.createOpts.Healthcheck = { Interval: healthSeconds * 1e9 };
  }
}

/**
 * No reaper: it would be downloaded, and `sweep` does its work. No network unless the caller names one: interfaces
 * that come and go abort the requests of browsers on this machine.
 */
export const container = (image: string, settings: Settings = {}): GenericContainer =>
  new Container(image, settings)
    .withLabels({ [markName]: markValue })
    .withNetworkMode('none')
    .withAutoCleanup(false);

/** The output of the script, trimmed. Rejects with it where the script fails. */
export async function sh(on: StartedTestContainer, script: string): Promise<string> {
  const { exitCode, output } = await on.exec(['sh', '-c', script]);
  if (exitCode !== 0) throw new Error(output);
  return output.trim();
}
