// Writes into the audit log what the caller of a request did, or tried to do.
import type { AuditEvent } from '@belfry/schema/http/security';
import type { FastifyRequest } from 'fastify';
import type { AuditStore } from '../db/audit-store.ts';
import type { Caller } from './gate.ts';

/** `success` false: the caller tried, and it was refused or failed. */
export type Audited = (
  request: FastifyRequest,
  event: AuditEvent,
  details?: string,
  success?: boolean,
) => Promise<void>;

export interface AuditedDeps {
  store: { audit: Pick<AuditStore, 'append'> };
  guard: { callerOf(request: FastifyRequest): Caller };
}

export function createAudited({ store, guard }: AuditedDeps): Audited {
  return (request, event, details = '', success = true) => {
    const { who, ip, path } = guard.callerOf(request);
    const { name: user = '', method = '' } = who ?? {};
    return store.audit.append({ event, success, user, method, ip, path, details });
  };
}
