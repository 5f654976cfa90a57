// What users add to guests: it is checked and then stored under an id that stays the same when the guest moves.

import { customUrlProblem } from '@belfry/domain/custom-url';
import { oldGuestIds } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import type { Guest } from '@belfry/schema/entities/guest';
import type { GuestMetadata, GuestMetadataPatch } from '@belfry/schema/http/guest-metadata';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Replacement } from '../../db/replacement.ts';
import type { Store, Stores } from '../../db/store.ts';
import { type Answer, type Refused, refuse } from '../../lib/refusal.ts';

export type Metadata = ReturnType<typeof createMetadata>;

export interface MetadataDeps {
  store: Pick<Store, 'metadata' | 'atomically'>;
  /** The current guests. */
  guests(): readonly Guest[];
  changed(): void;
}

/** `records` by the current id of each guest; `elsewhere`: the other ids under which a record is stored. */
interface StoredRecords {
  records: Map<string, GuestMetadata>;
  elsewhere: Map<string, string[]>;
}

const nothing = (id: string): GuestMetadata => ({ id, customUrl: '', description: '', tags: [] });
const byId = (records: readonly GuestMetadata[]) => Object.fromEntries(records.map((record) => [record.id, record]));

export function createMetadata({ store, guests, changed }: MetadataDeps) {
  /** Ids of the reference product contain the name of the node too. */
  function canonical(ids: readonly string[]): Map<string, string> {
    const known = guests();
    const own = new Set(known.map(({ id }) => id));
    if (ids.every((id) => own.has(id))) return new Map(ids.map((id) => [id, id]));
    const old = new Map(known.flatMap((guest) => oldGuestIds(guest).map((id) => [id, guest.id] as const)));
    return new Map(ids.map((id) => [id, own.has(id) ? id : (old.get(id) ?? id)]));
  }
  const only = (id: string): string => canonical([id]).get(id) ?? id;

  /** By the current id of each guest. An imported record may be stored under an id of the reference product. */
  async function storedRecords({ metadata }: Pick<Stores, 'metadata'>): Promise<StoredRecords> {
    const list = await metadata.list();
    const ids = canonical(list.map(({ id }) => id));
    const records = new Map<string, GuestMetadata>();
    const elsewhere = new Map<string, string[]>();
    for (const record of list) {
      const id = ids.get(record.id) ?? record.id;
      if (record.id !== id) elsewhere.set(id, [...(elsewhere.get(id) ?? []), record.id]);
      if (record.id === id || !records.has(id)) records.set(id, { ...record, id });
    }
    return { records, elsewhere };
  }
  /** Stored under the current id and no other. */
  const save = (
    { metadata }: Pick<Stores, 'metadata'>,
    records: readonly GuestMetadata[],
    elsewhere: StoredRecords['elsewhere'],
  ): Promise<void> =>
    metadata.put([...records, ...records.flatMap(({ id }) => (elsewhere.get(id) ?? []).map(nothing))]);
  /**
   * Applies the patches to the stored records and saves the result. Fields that are absent in a patch stay as they are.
   */
  async function merge(tx: Stores, patches: Readonly<Record<string, GuestMetadataPatch>>) {
    const ids = canonical(Object.keys(patches));
    const { records: before, elsewhere } = await storedRecords(tx);
    const records = Object.entries(patches).map(([given, { customUrl, description, tags }]): GuestMetadata => {
      const id = ids.get(given) ?? given;
      const known = before.get(id) ?? nothing(id);
      return {
        id,
        customUrl: customUrl ?? known.customUrl,
        description: description ?? known.description,
        tags: tags === undefined ? known.tags : [...new Set(tags)],
      };
    });
    const after = new Map([...before, ...records.map((record) => [record.id, record] as const)]);
    const full = tooMuch(records, [...after.values()]);
    if (full) return full;
    await save(tx, records, elsewhere);
    return ok(byId(records));
  }

  return {
    all: async (stores: Pick<Stores, 'metadata'> = store): Promise<Record<string, GuestMetadata>> =>
      Object.fromEntries((await storedRecords(stores)).records),
    async get(id: string): Promise<GuestMetadata> {
      const own = only(id);
      return (await storedRecords(store)).records.get(own) ?? nothing(own);
    },
    /** Applies all of the patches or none. Fields that are absent in a patch stay as they are. */
    async put(patches: Readonly<Record<string, GuestMetadataPatch>>): Promise<Answer<Record<string, GuestMetadata>>> {
      const problems = Object.entries(patches).flatMap(([id, patch]) => {
        const problem = problemOf(id, patch);
        return problem ? [{ id, ...problem }] : [];
      });
      const [first] = problems;
      if (first) {
        const single = Object.keys(patches).length === 1;
        const details = problems.map(({ id, field, problem }) => [single ? field : id, problem]);
        return refuse('validation_error', first.problem, Object.fromEntries(details));
      }
      const saved = await store.atomically((tx) => merge(tx, patches));
      if (saved.ok) changed();
      return saved;
    },
    /** Checks these records, which replace all stored ones. */
    prepare(records: Readonly<Record<string, GuestMetadata>>): Answer<Replacement> {
      const wrong = Object.entries(records).find(([id, record]) => problemOf(id, record));
      if (wrong) return refuse('bad_request', { id: 'guest.notValid', values: { guest: wrong[0] } });
      const full = tooMuch(Object.values(records), Object.values(records));
      if (full) return full;
      return ok({
        async write(tx) {
          const gone = (await tx.metadata.list()).filter(({ id }) => !Object.hasOwn(records, id));
          await tx.metadata.put([...gone.map(({ id }) => nothing(id)), ...Object.values(records)]);
        },
        settle: changed,
      });
    },
    async remove(id: string) {
      await store.atomically(async (tx) => save(tx, [nothing(only(id))], (await storedRecords(tx)).elsewhere));
      changed();
    },
  };
}

function problemOf(
  id: string,
  { id: own = id, customUrl = '' }: GuestMetadataPatch,
): { field: string; problem: Sentence } | undefined {
  if (own !== id) return { field: 'id', problem: { id: 'guest.otherId', values: { guest: id, other: own } } };
  const problem = customUrlProblem(customUrl);
  return problem && { field: 'customUrl', problem };
}

/**
 * Twice the guests of the largest installation we measure. Every page loads all records, so their number is limited.
 */
const MAX_GUESTS = 20_000;
const MAX_BYTES = 8 << 20;
const MAX_BYTES_EACH = 8 << 10;

const bytesOf = ({ customUrl, description, tags }: GuestMetadata): number =>
  Buffer.byteLength(customUrl + description + tags.join(''));

function tooMuch(records: readonly GuestMetadata[], all: readonly GuestMetadata[]): Refused | undefined {
  const long = records.find((record) => bytesOf(record) > MAX_BYTES_EACH);
  if (long) return refuse('conflict', { id: 'guest.tooLong', values: { guest: long.id, limit: MAX_BYTES_EACH >> 10 } });
  const sizes = all.map(bytesOf).filter((bytes) => bytes > 0);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  if (sizes.length <= MAX_GUESTS && total <= MAX_BYTES) return undefined;
  const most = `${MAX_GUESTS} guests and ${MAX_BYTES >> 20} MiB`;
  return refuse('conflict', { id: 'guest.tooMany', values: { limit: most } });
}
