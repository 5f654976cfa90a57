// The lists of configurations of a backup server or a mail gateway, with the edits of an operator.
import { ok, type Reply } from '../answer.ts';
import type { Route } from '../router.ts';
import { type Edits, edited, editedObject, type Row } from './settings.ts';

/** What an answer needs to know of a call. `given`: the call of the list, as it is edited. */
export interface Edited<Call> {
  edits(call: Call): Edits;
  /** In another order each time, as a real server lists it. */
  shuffled(call: Call, rows: Row[]): Row[];
  /** Undefined: it may see it. */
  refusal(call: Call, path: string, sees: string | undefined): Reply | undefined;
  pathOf(call: Call, template: string): string;
}

export interface Answered<Call> {
  path: string;
  /** The fields that name a row; undefined: the answer is one object. */
  key?: string;
  rows?(call: Call): readonly Row[];
  object?(call: Call): Row;
  /** Without it nothing is listed, or the call is refused. */
  sees?: string;
  since?: number;
  params?: Route<Call>['params'];
}

/** The routes of such lists and objects. */
export const settingsOf =
  <Call>({ edits, shuffled, refusal, pathOf }: Edited<Call>) =>
  ({ path, key, rows, object, sees, since, params }: Answered<Call>): Route<Call> => ({
    path,
    ...(since !== undefined && { since }),
    ...(params && { params }),
    answer(call, given) {
      const refused = refusal(call, path, sees);
      if (refused) return refused;
      const direction = given['sync-direction'];
      const at = pathOf(call, path) + (direction === undefined ? '' : `?sync-direction=${direction}`);
      if (key === undefined) return ok(editedObject(edits(call), at, object?.(call) ?? {}));
      return ok(shuffled(call, edited(edits(call), at, key, direction === undefined ? (rows?.(call) ?? []) : [])));
    },
  });
