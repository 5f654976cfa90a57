// What an operator has changed in the configurations of a cluster, laid over what it has by itself.

export type Row = Record<string, unknown>;
/** By path of the call, then by name of the row. Null: it was removed. */
export type Edits = Map<string, Map<string, Row | null>>;

export function editRow(edits: Edits, call: string, name: string, fields: Row | null): void {
  const rows = edits.get(call) ?? new Map<string, Row | null>();
  edits.set(call, rows.set(name, fields && { ...rows.get(name), ...fields }));
}

const withoutNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The rows of a list. A row may be named by several fields with a blank between them. */
export function edited(edits: Edits, call: string, key: string, rows: readonly Row[]): Row[] {
  const keys = key.split(' ');
  const nameOf = (row: Row) => keys.map((field) => row[field]).join(' ');
  const changes = edits.get(call);
  if (!changes) return [...rows];
  const known = new Set(rows.map(nameOf));
  const kept = rows.flatMap((row) => {
    const change = changes.get(nameOf(row));
    return change === null ? [] : [withoutNulls({ ...row, ...change })];
  });
  const added = [...changes].flatMap(([name, fields]) => {
    if (fields === null || known.has(name)) return [];
    const parts = keys.length === 1 ? [name] : name.split(' ');
    return [withoutNulls({ ...Object.fromEntries(keys.map((field, i) => [field, parts[i]])), ...fields })];
  });
  return [...kept, ...added];
}

export const editedObject = (edits: Edits, call: string, object: Row): Row =>
  withoutNulls({ ...object, ...edits.get(call)?.get('') });
