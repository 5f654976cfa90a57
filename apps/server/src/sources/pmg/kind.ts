// Proxmox Mail Gateway. It has no API tokens.
import { ok } from '@belfry/domain/result';
import { kinds } from '@belfry/schema/config/kinds';
import type { SourceKind } from '../kind.ts';
import { createPmgSource } from './source.ts';

export const pmg: SourceKind<'pmg'> = {
  product: {
    ...kinds.pmg,
    cookie: 'PMGAuthCookie',
    rights: 'Give it the role Auditor; the queues are not shown to a quarantine manager.',
  },
  sign: /Proxmox Mail Gateway/,
  async test(api) {
    const version = await api.get('/version');
    return version.ok ? ok({ test: { message: 'Connected to Proxmox Mail Gateway' } }) : version;
  },
  createSource: createPmgSource,
};
