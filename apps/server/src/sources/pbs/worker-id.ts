// The id that a task has beside its type: `main:vm/101`. In a UPID and in old lists its characters are escaped.

/** A colon is written as `\x3a`. */
export const decoded = (id: string): string =>
  id.replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The types of tasks whose id begins with a datastore. */
const OF_DATASTORE =
  /^(?:backup|reader|restore|verif|prune|garbage_collection|delete|create-datastore|mount|unmount|tape)/;
const SYNC = /^sync(?:job)?$/;
/** `remote:remote-store:store:namespace:job`; before 2.2 `store:job`. */
const SYNC_STORE = { long: 2, short: 0 };

/** The datastore that a task is about, if its id says one. */
export function storeOf(type: string, id: string): string | undefined {
  const names = id.split(':');
  if (SYNC.test(type)) return names[names.length > 2 ? SYNC_STORE.long : SYNC_STORE.short] || undefined;
  return OF_DATASTORE.test(type) ? names[0] || undefined : undefined;
}

/** What a task is about besides its datastore: the group, the job or the datastore itself. */
export function subjectOf(type: string, id: string): string {
  const store = storeOf(type, id);
  if (store === undefined) return id;
  const names = id.split(':');
  if (SYNC.test(type)) return names.at(-1) || store;
  return names.slice(1).filter(Boolean).join(' ') || store;
}
