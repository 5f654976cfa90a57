// Passwords and tokens that Belfry must be able to read, each encrypted by itself. `owner` is a row of another table, `name` is
// its field.
import type { Scope } from './scope.ts';
import type { Secrets } from './secrets.ts';

export const sealedAt = (owner: string, name: string): string => `secrets/${owner}/${name}`;
export const secretKey = ({ owner, name }: { owner: string; name: string }): string => `${owner}\n${name}`;

export function createSecretsStore({ memory, write, setAside }: Scope, { seal, unseal }: Secrets) {
  return {
    put: (owner: string, name: string, text: string) =>
      write(({ secrets }) => secrets.put({ owner, name, sealed: seal(sealedAt(owner, name), text) })),
    /** `lost`: the names whose content cannot be decrypted, because it was changed on the disk or copied from another place. */
    read(owner: string): { values: ReadonlyMap<string, string>; lost: readonly string[] } {
      const values = new Map<string, string>();
      const lost: string[] = [];
      for (const row of memory.secrets.list()) {
        if (row.owner !== owner) continue;
        const text = unseal(sealedAt(owner, row.name), row.sealed);
        if (text === undefined) lost.push(row.name);
        else values.set(row.name, text);
      }
      return { values, lost };
    },
    /** Copies a secret, still sealed, because its content cannot be read. */
    setAside(owner: string, name: string, reason: string) {
      const content = memory.secrets.get(secretKey({ owner, name }));
      if (content) setAside.keep({ file: 'belfry.db', what: `the secret ${name} of ${owner}`, reason, content });
    },
    remove: (owner: string, name: string) =>
      write(async ({ secrets }) => void (await secrets.remove(secretKey({ owner, name })))),
    removeAll: (owner: string) =>
      write(async ({ secrets }) => {
        for (const row of secrets.list()) if (row.owner === owner) await secrets.remove(secretKey(row));
      }),
  };
}
