// A destination without filters. It is apart from the schema, so that the web client needs no zod for it.
import type { Routing } from './routing.ts';

/** All alerts at any time. */
export const everything: Routing = { minLevel: 'warning', types: [], instances: [], nodes: [], tags: [], hours: null };
