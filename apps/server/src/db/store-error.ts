// Why the server will not start on this data directory. Nothing was changed when one of these is returned.

/** `message` tells the administrator what is wrong and what to do. */
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
