// Which values of the history belong to an alert. Pure.

import type { Alert } from '@belfry/schema/entities/alert';
import { type GuestFigure, guestFigures, type NodeFigure, nodeFigures } from '@belfry/schema/figures';
import type { MetricOf, ResourceKind } from '@belfry/schema/history/metrics';
import { datastoreId, dockerContainerNameId, filesystemId, gatewayNodeId, hostOfContainer } from '../ids.ts';

/** One metric of one resource. A stored value times `factor` is in the unit of the alert. */
export interface Past {
  kind: ResourceKind;
  id: string;
  metric: string;
  factor: number;
}

const PER_MB = 1 / 1024 ** 2;
const PER_MINUTE = 1 / 60;

const of = <K extends ResourceKind>(kind: K, id: string, metric: MetricOf<K>, factor = 1): Past => ({
  ...{ kind, id, metric, factor },
});

const figureOf = <Row>(figures: Readonly<Record<string, Row>>, type: string): Row | undefined =>
  Object.hasOwn(figures, type) ? figures[type] : undefined;

/** Undefined for an alert whose value is not in the history. */
export function pastOf(alert: Alert): Past | undefined {
  const { type, resourceId: id, metadata } = alert;
  switch (metadata?.resourceType) {
    case 'guest':
      return ofGuest(alert);
    case 'node':
      return ofNode(alert);
    case 'storage':
      return type === 'usage' ? of('storage', id, 'usage') : undefined;
    case 'ceph':
      return type === 'usage' ? of('ceph', id, 'usage') : undefined;
    case 'disk':
      return type === 'disk-wearout' ? of('disk', id, 'wearout') : undefined;
    case 'pbs':
      return ofBackupServer(alert);
    case 'pmg':
      return ofGateway(alert);
    case 'dockerContainer':
      return ofContainer(alert);
    default:
      return undefined;
  }
}

function ofGuest({ type, resourceId: id, metadata }: Alert): Past | undefined {
  const mountpoint = metadata?.mountpoint;
  if (type === 'disk' && typeof mountpoint === 'string') return of('filesystem', filesystemId(id, mountpoint), 'usage');
  const figure = figureOf<(typeof guestFigures)[GuestFigure]>(guestFigures, type);
  return figure && of('guest', id, figure.history, figure.unit === 'rate' ? PER_MB : 1);
}

function ofNode({ type, resourceId: id }: Alert): Past | undefined {
  const figure = figureOf<(typeof nodeFigures)[NodeFigure]>(nodeFigures, type);
  return figure && of('node', id, figure.history);
}

function ofBackupServer({ type, resourceId: id, metadata }: Alert): Past | undefined {
  if (type === 'cpu' || type === 'memory' || type === 'disk') return of('pbs', id, type);
  const name = metadata?.datastore;
  return type === 'usage' && typeof name === 'string' ? of('datastore', datastoreId(id, name), 'usage') : undefined;
}

/**
 * The history has the queues of a gateway as a whole and the machine of each of its nodes; an alert about one node has the name of
 * the node.
 */
function ofGateway({ type, resourceId: id, resourceName, node, instance }: Alert): Past | undefined {
  if (type === 'memory' || type === 'disk') return of('pmgnode', gatewayNodeId(id, node), type);
  if (resourceName !== instance) return undefined;
  if (type === 'queue-depth') return of('pmg', id, 'queue');
  if (type === 'queue-deferred') return of('pmg', id, 'queue.deferred');
  return type === 'message-age' ? of('pmg', id, 'queue.oldest', PER_MINUTE) : undefined;
}

function ofContainer({ type, resourceId, resourceName }: Alert): Past | undefined {
  const host = hostOfContainer(resourceId);
  const metric = type === 'docker-container-memory-limit' ? 'memory' : type;
  if (host === undefined || (metric !== 'cpu' && metric !== 'memory')) return undefined;
  return of('container', dockerContainerNameId(host, resourceName), metric);
}
