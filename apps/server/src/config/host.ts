// What the sources and the settings share about one configured host: its cluster, a connection test, its setup script.
import type { Result } from '@belfry/domain/result';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { DrillLook, DrillQuestion } from '@belfry/schema/drill/look';
import type { NodeTest } from '@belfry/schema/http/nodes';
import type { SourceError } from '@belfry/schema/messages/observation';
import * as z from 'zod';

/** `origin` is where the interface of the member answers. `seenAt` ISO. Unknown fields are blank or absent. */
const Member = z.object({
  nodeId: z.string(),
  node: z.string(),
  ip: z.string(),
  origin: z.string(),
  online: z.boolean(),
  seenAt: z.string(),
  fingerprint: z.string().optional(),
});
export type Member = z.infer<typeof Member>;
/** Two nodes or more. `main`: the node behind the configured address, where it is known. */
export const Cluster = z.object({ name: z.string(), main: z.string().optional(), members: z.array(Member) });
export type Cluster = z.infer<typeof Cluster>;

/** The known cluster of one instance, also after a restart. Undefined: the host is in no cluster. */
export interface ClusterMemory {
  recall(): Cluster | undefined;
  keep(cluster: Cluster | undefined): void;
}

/** The result of a connection test, and the cluster that it found. */
export interface Tested {
  test: Omit<NodeTest, 'status' | 'latency'>;
  cluster?: Cluster | undefined;
}

/** One configured host, asked separately from the polls. `at`: the time to write into the answer, ISO. */
export interface HostConnection {
  test(at: string): Promise<Result<Tested, SourceError>>;
  readCluster(at: string): Promise<Result<Cluster | undefined, SourceError>>;
  /** One look at the copy of a guest for a restore test. `now`: epoch ms. */
  drill(question: DrillQuestion, now: number): Promise<Result<DrillLook, SourceError>>;
  close(): Promise<void>;
}
/** Opens nothing yet: the first call does. Calls end when `signal` does. */
export type Connect = (config: NodeConfig, signal: AbortSignal) => HostConnection;

/** The part of the setup script that is for one product. Bash: `head` is a comment, `variables` become assignments. */
export interface SetupScript {
  head: string;
  variables(options: { backupPerms: boolean }): Readonly<Record<string, string>>;
  body: string;
}
