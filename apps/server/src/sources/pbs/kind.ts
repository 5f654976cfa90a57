// Proxmox Backup Server.
import { plural } from '@belfry/domain/format';
import { maySeeDatastores } from '@belfry/domain/pbs-rights';
import { fail, ok } from '@belfry/domain/result';
import type { SourceError } from '@belfry/schema/messages/observation';
import { productOf } from '../proxmox-api/product.ts';
import { proxmoxKind } from '../proxmox-api/proxmox-kind.ts';
import { setup } from './setup.ts';
import { createPbsSource } from './source.ts';

const seesNothing: SourceError = {
  kind: 'forbidden',
  message:
    'The host accepts the account but shows it no datastore. Give the role Audit on / to the user and to its token.',
};

export const pbs = proxmoxKind<'pbs'>({
  product: productOf('pbs', {
    cookie: 'PBSAuthCookie',
    rights: 'Give it the role Audit on / (Sys.Audit, Datastore.Audit).',
  }),
  sign: /Proxmox Backup Server/,
  async test(api) {
    const datastores = await api.get('/admin/datastore');
    if (!datastores.ok) return datastores;
    // The list shows datastores on removable disks to every account that can log in.
    const permissions = await api.get('/access/permissions');
    if (permissions.ok && !maySeeDatastores(permissions.value)) return fail(seesNothing);
    const datastoreCount = Array.isArray(datastores.value) ? datastores.value.length : 0;
    const message = `Connected to Proxmox Backup Server: ${plural(datastoreCount, 'datastore')} visible`;
    return ok({ test: { message, datastoreCount } });
  },
  setup,
  source: createPbsSource,
});
