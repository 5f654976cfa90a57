// The exports of values: GET, PUT and a test for each format.
import { getExport, putExport, testExport } from '@belfry/schema/http/exports';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import type { Exports } from './exports.ts';

export function exportRoutes(mount: Mount, { exports, audited }: { exports: Exports; audited: Audited }): void {
  mount(getExport, ({ params }) => exports.state(params.format));
  mount(putExport, async ({ params: { format }, body, request }) => {
    const answer = await exports.replace(format, body);
    if (!answer.ok) return answer;
    const details = body.enabled ? `export to ${new URL(body.url).host} (${format})` : `export off (${format})`;
    await audited(request, 'settings_changed', details);
    return answer.value;
  });
  mount(testExport, async ({ params, body }) => {
    const answer = await exports.test(params.format, { ...body, enabled: true });
    return answer.ok ? answer.value : answer;
  });
}
