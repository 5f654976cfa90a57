// What an account of a backup server may see, from `GET /access/permissions`. Lists do not show missing rights: they are only
// shorter.

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The paths on which the account has a privilege. The value in the answer only says whether it also applies below the path. */
const pathsWith = (permissions: unknown, privilege: string): string[] =>
  Object.entries(fieldsOf(permissions)).flatMap(([path, rights]) =>
    fieldsOf(rights)[privilege] === undefined ? [] : [path],
  );

export const maySeeDatastores = (permissions: unknown): boolean => pathsWith(permissions, 'Datastore.Audit').length > 0;

export const maySeeRemotes = (permissions: unknown): boolean =>
  pathsWith(permissions, 'Remote.Audit').some((path) => path === '/' || path.startsWith('/remote'));

/** Without it, only the tasks of the account itself are visible. */
export const maySeeTasks = (permissions: unknown): boolean =>
  pathsWith(permissions, 'Sys.Audit').some((path) => path === '/' || path === '/system' || path === '/system/tasks');
