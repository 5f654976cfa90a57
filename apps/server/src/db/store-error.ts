// Why the server does not start with this data directory. If one of these is returned, nothing was changed.

/** `message` explains the problem to the administrator, and what to do. */
export interface StoreError {
  code:
    | 'key_missing'
    | 'key_wrong'
    | 'key_invalid'
    | 'schema_newer'
    | 'database_damaged'
    | 'in_use'
    | 'disk_unwritable';
  message: string;
}
