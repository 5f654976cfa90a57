// Whether a page of hosts opens with the form of a new one, and for which site, as parameters of its URL.
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { viewCodec } from '../../lib/view/codec.ts';
import { choice, text } from '../../lib/view/param.ts';

export const addingCodec = viewCodec({ add: choice(['no', 'yes'], 'no') });
/** `site`: an id, or empty. */
export const addingHostCodec = viewCodec({ add: choice(['no', 'yes'], 'no'), site: text() });

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The host with which the form begins. It is not in the URL: no link from elsewhere may name the host that gets a secret. */
    found?: DiscoveredServer;
  }
}
