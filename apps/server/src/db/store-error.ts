// Why the server does not start with this data directory. If one of these is returned, nothing was changed.

import type { Sentence } from '@belfry/schema/sentences/sentence';

/** `message` explains the problem to the administrator, and what to do; `sentence` is the same where there are other languages for it. */
export interface StoreError {
  code:
    | 'key_missing'
    | 'key_wrong'
    | 'key_invalid'
    | 'schema_newer'
    | 'database_damaged'
    | 'in_use'
    | 'disk_unwritable'
    | 'database_refused';
  message: string;
  sentence?: Sentence;
}
