// Whether a Belfry uses a database of PostgreSQL.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { Backend } from '../backend.ts';

/** Another Belfry that is connected would change what is copied or sealed. */
export async function usedBy({ all }: Pick<Backend, 'all'>, database: string): Promise<Sentence | undefined> {
  const others = await all(
    `SELECT coalesce(client_addr::text, 'this machine') AS place FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'belfry' AND pid <> pg_backend_pid()`,
  );
  if (others.length === 0) return undefined;
  const places = [...new Set(others.map(({ place }) => String(place)))];
  return { id: 'migrate.inUse', values: { database, places } };
}
