// Every kind of host we poll, once. The compiler asks for an entry when the configuration learns a new kind.
import type { PveNodeConfig } from '@belfry/schema/config/node';
import { createPveSource } from './pve/source.ts';
import type { Source, SourceDeps } from './source.ts';

/** The configurations a source exists for. */
export type PolledConfig = PveNodeConfig;

type Registry = {
  [K in PolledConfig['type']]: (config: Extract<PolledConfig, { type: K }>, deps: SourceDeps) => Source;
};

export const registry: Registry = {
  pve: createPveSource,
};
