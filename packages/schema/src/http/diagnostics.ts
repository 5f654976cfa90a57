// Endpoints for finding faults: what every host answers right now, and a file that can be sent to somebody else.
import * as z from 'zod';
import { nodeTypes, type PlainType, plainTypes } from '../config/kinds.ts';
import { SourceErrorKind } from '../entities/instance.ts';
import { Memory } from '../entities/usage.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { endpoint } from './endpoint.ts';
import { HistoryStatusReply } from './history.ts';

/**
 * A watched host that was called just now. `latency` ms; `lastPoll` ISO: the last good answer to the ordinary polling. `sentence` says the
 * same as `error`.
 */
export const HostDiagnosis = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  type: z.enum(nodeTypes),
  authMethod: z.enum(['api_token', 'username_password']),
  connected: z.boolean(),
  error: z.string().optional(),
  sentence: OwnSentence.optional(),
  errorKind: SourceErrorKind.optional(),
  latency: z.number().int().optional(),
  lastPoll: z.string().optional(),
  details: z.object({
    version: z.string().optional(),
    node_count: z.number().int().optional(),
    datastore_count: z.number().int().optional(),
  }),
  /** What cannot be read because a privilege is missing or a call fails. `needs`: the privilege, as in `Sys.Audit on /`. */
  gaps: z.array(
    z.object({
      part: z.string().optional(),
      kind: SourceErrorKind,
      message: z.string().optional(),
      sentence: OwnSentence.optional(),
      needs: z.string().optional(),
    }),
  ),
  droppedItems: z.number().int(),
});
export type HostDiagnosis = z.infer<typeof HostDiagnosis>;

/** Whether the running VMs report their disk usage, and if not, why. */
export const VmDiskCheck = z.object({
  vmsFound: z.number().int(),
  vmsWithAgent: z.number().int(),
  vmsWithDiskData: z.number().int(),
  problematicVMs: z.array(
    z.object({ vmid: z.number().int(), name: z.string(), status: z.string(), issue: z.string() }),
  ),
});

export const NodeDiagnosis = HostDiagnosis.extend({
  clusterInfo: z.object({ nodes: z.number().int() }).optional(),
  vmDiskCheck: VmDiskCheck,
  /** `enabled`: Belfry is configured to read them. */
  physicalDisks: z.object({
    enabled: z.boolean(),
    nodesChecked: z.number().int(),
    nodesWithDisks: z.number().int(),
    totalDisks: z.number().int(),
    nodeResults: z.array(z.object({ nodeName: z.string(), diskCount: z.number().int() })),
  }),
});
export type NodeDiagnosis = z.infer<typeof NodeDiagnosis>;

/** Where a figure of memory came from. */
const snapshot = { instance: z.string(), node: z.string(), memorySource: z.string(), memory: Memory };

/** An unexpected error of Belfry itself: how often it happened, and when first and last (ISO). */
export const Defect = z.object({
  where: z.string(),
  message: z.string().optional(),
  count: z.number().int(),
  first: z.string(),
  last: z.string(),
});
export type Defect = z.infer<typeof Defect>;

/** Every other kind is a list of its own. */
const otherHosts = Object.fromEntries(plainTypes.map((type) => [type, z.array(HostDiagnosis)])) as Record<
  PlainType,
  z.ZodArray<typeof HostDiagnosis>
>;

/** `nodes`: the hosts with guests. `uptime` seconds, `memoryMB` the resident memory of the server; what it is made of in `system.memory`, bytes. */
export const DiagnosticsReply = z.object({
  version: z.string(),
  runtime: z.string(),
  uptime: z.number(),
  checkedAt: z.string(),
  nodes: z.array(NodeDiagnosis),
  ...otherHosts,
  dockerHosts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      lastSeen: z.number(),
      agentVersion: z.string().optional(),
      agentOutdated: z.boolean(),
      containers: z.number().int(),
      clockAheadSeconds: z.number().optional(),
    }),
  ),
  system: z.object({
    os: z.string(),
    arch: z.string(),
    nodeVersion: z.string(),
    numCPU: z.number().int(),
    memoryMB: z.number(),
    memory: z.object({ alloc: z.number(), resident: z.number() }),
  }),
  history: HistoryStatusReply,
  errors: z.array(z.string()),
  defects: z.array(Defect),
  nodeSnapshots: z.array(z.object(snapshot)),
  guestSnapshots: z.array(
    z.object({ ...snapshot, guestType: z.string(), name: z.string(), vmid: z.number().optional(), status: z.string() }),
  ),
});
export type DiagnosticsReply = z.infer<typeof DiagnosticsReply>;

const Shown = z.array(z.looseObject({}));
/** The parts of the live state that the document has too: at most 10 backups of each list and 20 alerts. `url`: below the address of Belfry. */
const LiveParts = z.object({
  websocket: z.object({ url: z.string(), clients: z.number().int() }),
  storage: Shown,
  backups: z.record(z.string(), Shown),
  activeAlerts: Shown,
  connectionHealth: z.record(z.string(), z.boolean()),
});

export const getDiagnostics = endpoint('GET /api/diagnostics', {
  cost: 'high',
  summary: 'Every watched host tried just now (or in the last minute), and what the server is made of',
  access: 'admin',
  reply: DiagnosticsReply.extend(LiveParts.shape),
});

/** A file. Names, addresses and texts of this installation are removed, unless `sanitize=false` asks for them. */
export const exportDiagnostics = endpoint('GET /api/diagnostics/export', {
  cost: 'high',
  summary: 'Diagnostics as a document to hand to somebody else',
  access: 'admin',
  query: z.object({ sanitize: z.enum(['true', 'false']).default('true') }),
  reply: z.looseObject({ version: z.literal('2.1.0'), timestamp: z.string(), backendDiagnostics: DiagnosticsReply }),
});

export const diagnosticsEndpoints = [getDiagnostics, exportDiagnostics] as const;
