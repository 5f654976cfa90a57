// All kinds of resources that have a page.
import type { PageKind } from '../../../lib/pages.ts';
import type { DetailKind } from '../detail.ts';
import { container } from './container.tsx';
import { datastore } from './datastore.tsx';
import { dockerHost } from './docker-host.tsx';
import { guest } from './guest.tsx';
import { node } from './node.tsx';
import { server } from './server.tsx';
import { storage } from './storage.tsx';

export const kinds: Record<PageKind, DetailKind> = {
  guests: guest,
  nodes: node,
  storages: storage,
  servers: server,
  datastores: datastore,
  'docker/hosts': dockerHost,
  'docker/containers': container,
};
