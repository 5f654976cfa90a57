// Skips the tests of the project `postgres` where there is none.
import { beforeEach } from 'vitest';
import { noPostgres } from './postgres-cluster.ts';

beforeEach(({ skip }) => {
  if (noPostgres !== undefined) skip(noPostgres);
});
