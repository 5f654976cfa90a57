// Containers for tests, through testcontainers: marked for the sweep, and ready when `start` says so.
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { markName, markValue } from './docker.ts';

/** What the library has no words for. */
interface Settings {
  restart?: 'always';
  readOnlyRoot?: boolean;
  /** Further groups of its user, by number. */
  groups?: readonly number[];
  /** The image's own health check, asked this often. */
  healthSeconds?: number;
}

/** Its fields are the library's way to say more than it has words for. */
class Container extends GenericContainer {
  constructor(image: string, { restart, readOnlyRoot, groups, healthSeconds }: Settings) {
    super(image);
    if (restart) this.hostConfig.RestartPolicy = { Name: restart };
    if (readOnlyRoot) this.hostConfig.ReadonlyRootfs = true;
    if (groups) this.hostConfig.GroupAdd = groups.map(String);
    if (healthSeconds) this.createOpts.Healthcheck = { Interval: healthSeconds * 1e9 };
  }
}

/**
 * No reaper: it would have to be fetched, and the sweep does its work. No network unless the caller names one: interfaces
 * of containers that come and go end what a browser beside them is fetching.
 */
export const container = (image: string, settings: Settings = {}): GenericContainer =>
  new Container(image, settings)
    .withLabels({ [markName]: markValue })
    .withNetworkMode('none')
    .withAutoCleanup(false);

/** What the script wrote, trimmed. Rejects with it where the script fails. */
export async function sh(on: StartedTestContainer, script: string): Promise<string> {
  const { exitCode, output } = await on.exec(['sh', '-c', script]);
  if (exitCode !== 0) throw new Error(output);
  return output.trim();
}
