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

/** The end of the id of an alert about a thin pool is the id of the pool. */
const THIN = 'thin-metadata-';

function ofNode({ id: alert, type, resourceId: id }: Alert): Past | undefined {
  if (type === 'thin-metadata') return of('thinpool', alert.slice(THIN.length), 'metadata');
  const figure = figureOf<(typeof nodeFigures)[NodeFigure]>(nodeFigures, type);
  return figure && of('node', id, figure.history);
}

function ofBackupServer({ type, resourceId: id, metadata }: Alert): Past | undefined {
  if (type === 'cpu' || type === 'memory' || type === 'disk') return of('pbs', id, type);
  const name = metadata?.datastore;
  return type === 'usage' && typeof name === 'string' ? of('datastore', datastoreId(id, name), 'usage') : undefined;
}

/** An alert about one node of a gateway has the name of the node. */
function ofGateway({ type, resourceId: id, resourceName, node, instance, sentence }: Alert): Past | undefined {
  const isWhole = resourceName === instance;
  const queues = <M extends MetricOf<'pmg'> & MetricOf<'pmgnode'>>(metric: M, factor = 1) =>
    isWhole ? of('pmg', id, metric, factor) : of('pmgnode', gatewayNodeId(id, node), metric, factor);
  switch (type) {
    case 'memory':
    case 'disk':
      return of('pmgnode', gatewayNodeId(id, node), type);
    case 'queue-depth':
    case 'queue-total':
      return queues('queue');
    case 'queue-deferred':
      return queues('queue.deferred');
    case 'queue-hold':
      return queues('queue.hold');
    case 'message-age':
      return queues('queue.oldest', PER_MINUTE);
    case 'quarantine-spam':
    case 'quarantine-virus':
      // the value is how many were added in some hours, and not how many there are
      if (sentence?.id.endsWith('Growth')) return undefined;
      return of('pmg', id, type === 'quarantine-spam' ? 'quarantine.spam' : 'quarantine.virus');
    default:
      return undefined;
  }
}

function ofContainer({ type, resourceId, resourceName }: Alert): Past | undefined {
  const host = hostOfContainer(resourceId);
  const metric = type === 'docker-container-memory-limit' ? 'memory' : type;
  if (host === undefined || (metric !== 'cpu' && metric !== 'memory')) return undefined;
  return of('container', dockerContainerNameId(host, resourceName), metric);
}
