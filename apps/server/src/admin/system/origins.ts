// Which pages of others may show ours or call us, as the settings say.
import type { SystemSettings } from '@belfry/schema/http/system';
import { originsOf } from '@belfry/schema/origins';
import type { Settings } from './settings.ts';

export type Origins = ReturnType<typeof createOrigins>;

export function createOrigins(settings: Pick<Settings, 'current' | 'onUpdate'>) {
  let framing: readonly string[] | 'nobody' = 'nobody';
  let allowed: readonly string[] = [];
  const read = ({ allowEmbedding, allowedEmbedOrigins, allowedOrigins }: SystemSettings) => {
    const parents = originsOf(allowedEmbedOrigins);
    framing = allowEmbedding ? (parents.includes('*') ? [] : parents) : 'nobody';
    allowed = originsOf(allowedOrigins);
  };
  read(settings.current());
  settings.onUpdate(read);
  return {
    /** The origins whose pages may show ours in a frame; empty: every page may. */
    framing: (): readonly string[] | 'nobody' => framing,
    /** Origins that may call and connect, in addition to our own. */
    allowed: (): readonly string[] => allowed,
  };
}
