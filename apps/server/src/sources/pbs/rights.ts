// `GET /access/permissions`: what an account may see. Lists do not tell: they are only shorter without rights.
import { part } from '../proxmox-api/read.ts';

/** The paths on which the account has a privilege; a value in the answer says only whether it counts below the path too. */
export const pathsWith = (data: unknown, privilege: string): string[] =>
  Object.entries(part(data)).flatMap(([path, rights]) => (part(rights)[privilege] === undefined ? [] : [path]));

export const maySeeDatastores = (data: unknown): boolean => pathsWith(data, 'Datastore.Audit').length > 0;

export const maySeeRemotes = (data: unknown): boolean =>
  pathsWith(data, 'Remote.Audit').some((path) => path === '/' || path.startsWith('/remote'));
