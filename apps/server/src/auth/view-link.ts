// Exchanges the secret of a link to a view for a cookie. The secret comes in a body, so it is in no log and no Referer; in the
// browser it was behind the `#` of the link, which browsers send to nobody.
import { openViewLink } from '@belfry/schema/http/view-links';
import type { ViewLinksStore } from '../db/view-links-store.ts';
import type { Mount } from '../http/mount.ts';
import { hashToken } from '../lib/api-token.ts';
import { refuse } from '../lib/refusal.ts';
import { setLinkCookie } from './cookies.ts';
import type { Guard } from './guard.ts';

export interface ViewLinkDeps {
  guard: Pick<Guard, 'callerOf' | 'noteRefused'>;
  store: { viewLinks: ViewLinksStore };
}

export function openLinkRoute(mount: Mount, { guard, store }: ViewLinkDeps): void {
  mount(openViewLink, async ({ body: { secret }, request, reply }) => {
    const link = store.viewLinks.byHash(hashToken(secret));
    if (!link) {
      await guard.noteRefused(request, 'token_invalid', 'link to a view');
      return refuse('not_found', { id: 'link.ended' });
    }
    store.viewLinks.touch(link.id);
    const { who, https } = guard.callerOf(request);
    // somebody who is signed in sees the view already, and would stay signed in by the link after a logout
    if (!who || who.method === 'link') setLinkCookie(reply, secret, https);
    const { screen, params, name } = link;
    return { screen, params, name };
  });
}
