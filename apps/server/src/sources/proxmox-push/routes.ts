// The endpoint for the webhooks of Proxmox.
import { pushProxmox } from '@belfry/schema/http/proxmox-push';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { Reporter } from '../reporter.ts';
import type { Pushes } from './pushes.ts';

export const proxmoxPushRoutes = (
  mount: Mount,
  pushes: Pushes,
  reporterOf: (request: FastifyRequest) => Reporter,
): void =>
  mount(pushProxmox, ({ params, body, request }) => {
    const received = pushes.receive(params.instance, body.type, reporterOf(request));
    return received.ok ? received.value : received;
  });
