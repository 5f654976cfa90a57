// What an account of a backup server may see, told by `GET /access/permissions`. Lists do not tell: without rights they are
// only shorter.

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The paths on which the account has a privilege; the value in the answer says only whether it counts below the path. */
const pathsWith = (permissions: unknown, privilege: string): string[] =>
  Object.entries(fieldsOf(permissions)).flatMap(([path, rights]) =>
    fieldsOf(rights)[privilege] === undefined ? [] : [path],
  );

export const maySeeDatastores = (permissions: unknown): boolean => pathsWith(permissions, 'Datastore.Audit').length > 0;

export const maySeeRemotes = (permissions: unknown): boolean =>
  pathsWith(permissions, 'Remote.Audit').some((path) => path === '/' || path.startsWith('/remote'));
