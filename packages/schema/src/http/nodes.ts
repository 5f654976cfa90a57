// Endpoints of the hosts that Belfry watches.
import * as z from 'zod';
import { nodeTypes } from '../config/kinds.ts';
import { MonitorFlags, NodePatch, NodeRequest } from '../config/node.ts';
import { endpoint } from './endpoint.ts';

/** A member of a cluster. The capitals are what clients of the reference product rely on. `LastSeen` ISO. */
export const ClusterEndpoint = z.object({
  NodeID: z.string(),
  NodeName: z.string(),
  Host: z.string(),
  IP: z.string(),
  Online: z.boolean(),
  LastSeen: z.string(),
  /** SHA-256 of the member's certificate, as the cluster reports it. */
  Fingerprint: z.string().optional(),
});
export type ClusterEndpoint = z.infer<typeof ClusterEndpoint>;

/**
 * connected: answers. disconnected: cannot be reached. error: answers with an error (`error` says which).
 * pending: not called yet since it was added or changed.
 */
export const ConnectionStatus = z.enum(['connected', 'disconnected', 'error', 'pending']);
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

/** A watched host without its secrets, which never leave the server. */
export const NodeView = MonitorFlags.extend({
  id: z.string(),
  /** The `id` of its instance in the state. */
  instance: z.string(),
  type: z.enum(nodeTypes),
  name: z.string(),
  host: z.string(),
  /** The id of its site; absent: this server polls it. */
  site: z.string().optional(),
  user: z.string().optional(),
  hasPassword: z.boolean(),
  tokenName: z.string().optional(),
  hasToken: z.boolean(),
  fingerprint: z.string().optional(),
  verifySSL: z.boolean(),
  status: ConnectionStatus,
  error: z.string().optional(),
  /** Of the kinds whose nodes can report it: whether one of the nodes does at present. */
  temperature: z.object({ available: z.boolean() }).optional(),
  /** Set by the environment: it cannot be changed here. */
  fixed: z.literal(true).optional(),
  /** The name of an older instance for the same cluster: only that one is polled, and `instance` is its id. */
  sameClusterAs: z.string().optional(),
  isCluster: z.boolean().optional(),
  clusterName: z.string().optional(),
  clusterEndpoints: z.array(ClusterEndpoint).optional(),
});
export type NodeView = z.infer<typeof NodeView>;

/** `latency` milliseconds. `name`: of the cluster or the node, if the host tells it. The counts include only what the account may see. */
export const NodeTest = z.object({
  status: z.literal('success'),
  message: z.string(),
  name: z.string().optional(),
  latency: z.number().int(),
  isCluster: z.boolean().optional(),
  nodeCount: z.number().int().optional(),
  clusterNodeCount: z.number().int().optional(),
  datastoreCount: z.number().int().optional(),
});
export type NodeTest = z.infer<typeof NodeTest>;

const One = z.object({ id: z.string().max(64) });
const Saved = z.object({ status: z.literal('success'), node: NodeView });

export const listNodes = endpoint('GET /api/config/nodes', {
  summary: 'The hosts Belfry watches',
  access: 'viewer',
  reply: z.array(NodeView),
});
export const addNode = endpoint('POST /api/config/nodes', {
  summary: 'Watch a host',
  access: 'admin',
  body: NodeRequest,
  reply: Saved,
  status: 201,
  errors: ['conflict'],
});
export const updateNode = endpoint('PUT /api/config/nodes/:id', {
  summary: 'Change some of what is known about a host',
  access: 'admin',
  params: One,
  body: NodePatch,
  reply: Saved,
  errors: ['not_found', 'conflict'],
});
export const deleteNode = endpoint('DELETE /api/config/nodes/:id', {
  summary: 'Stop watching a host',
  access: 'admin',
  params: One,
  reply: z.object({ status: z.literal('success') }),
  errors: ['not_found', 'conflict'],
});

const tested = { access: 'admin', reply: NodeTest, errors: ['bad_request', 'conflict'] } as const;
export const testConnection = endpoint('POST /api/config/nodes/test-connection', {
  ...tested,
  summary: 'Try a host before it is saved',
  body: NodeRequest,
});
/** The same under its second name. */
export const testConfig = endpoint('POST /api/config/nodes/test-config', testConnection);
export const testNode = endpoint('POST /api/config/nodes/:id/test', {
  ...tested,
  summary: 'Try a saved host',
  params: One,
  errors: ['bad_request', 'conflict', 'not_found'],
});
