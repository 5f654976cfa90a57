// What an account of a backup server may see, by path of access control.
import { type Call, OWN } from './call.ts';
import type { TokenRole } from './server.ts';

const audit = { 'Sys.Audit': true, 'Datastore.Audit': true };
const local = { '/': audit, '/access': audit, '/datastore': audit, '/system': audit };
const granted: Record<TokenRole, Record<string, Record<string, boolean>>> = {
  audit: { ...local, '/remote': { 'Remote.Audit': true } },
  local,
  datastores: { '/datastore': { 'Datastore.Audit': true } },
  namespace: { [`/datastore/${OWN.store}/${OWN.namespace}`]: { 'Datastore.Audit': true } },
  none: {},
};

/** Without what a test has taken away. */
export const rightsOf = ({ role, world }: Call): Record<string, Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(granted[role]).map(([path, privileges]) => [
      path,
      Object.fromEntries(Object.entries(privileges).filter(([name]) => !world.lacks.has(name))),
    ]),
  );

/** On the paths that the settings need: only an account for the whole server has them. */
export const mayUse = (call: Call, privilege: string): boolean =>
  (call.role === 'audit' || call.role === 'local' || (call.role === 'datastores' && privilege === 'Datastore.Audit')) &&
  Object.values(rightsOf(call)).some((privileges) => privilege in privileges);
