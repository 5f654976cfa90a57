// One cluster of PostgreSQL for the tests of the project `postgres`.
import type { TestProject } from 'vitest/node';
import { noPostgres, startCluster } from './postgres-cluster.ts';

export default async function setUp(project: TestProject) {
  if (noPostgres !== undefined) return undefined;
  const cluster = await startCluster();
  project.provide('postgres', `postgres://belfry@127.0.0.1:${cluster.port}/postgres`);
  return cluster.end;
}
