// The engine of the history: GET, PUT and a test.
import { getRemoteHistory, putRemoteHistory, testRemoteHistory } from '@belfry/schema/http/remote-history';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import type { Remote } from './remote.ts';

export function remoteRoutes(mount: Mount, { remote, audited }: { remote: Remote; audited: Audited }): void {
  mount(getRemoteHistory, () => remote.state());
  mount(putRemoteHistory, async ({ body, request }) => {
    const answer = await remote.replace(body);
    if (!answer.ok) return answer;
    const details = body.enabled ? `history stored by ${new URL(body.url).host}` : 'history stored by Belfry';
    await audited(request, 'settings_changed', details);
    return answer.value;
  });
  mount(testRemoteHistory, async ({ body }) => {
    const answer = await remote.test({ ...body, enabled: true });
    return answer.ok ? answer.value : answer;
  });
}
