// Every kind of host we poll, once. The compiler asks for an entry when the configuration learns a new kind.
import type { Identified } from '@belfry/schema/config/node';
import { createPbsSource } from './pbs/source.ts';
import { createPmgSource } from './pmg/source.ts';
import { createPveSource } from './pve/source.ts';
import type { Source, SourceDeps } from './source.ts';

/** The configurations a source exists for. */
export type PolledConfig = Identified;

type Registry = { [K in PolledConfig['type']]: (config: PolledConfig & { type: K }, deps: SourceDeps) => Source };

const registry: Registry = {
  pve: createPveSource,
  pbs: createPbsSource,
  pmg: createPmgSource,
};

export const createSource = <K extends PolledConfig['type']>(
  config: PolledConfig & { type: K },
  deps: SourceDeps,
): Source => registry[config.type](config, deps);
