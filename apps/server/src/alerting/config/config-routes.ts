// GET and PUT /api/alerts/config.
import { getAlertConfig, putAlertConfig } from '@belfry/schema/http/alert-config';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import type { AlertConfiguration } from './config.ts';
import { changesOf } from './config-changes.ts';

export interface AlertConfigRoutesDeps {
  configuration: AlertConfiguration;
  audited: Audited;
}

export function alertConfigRoutes(mount: Mount, { configuration, audited }: AlertConfigRoutesDeps): void {
  mount(getAlertConfig, () => configuration.current());
  mount(putAlertConfig, async ({ body, request }) => {
    const before = configuration.current();
    await configuration.replace(body);
    await audited(request, 'alert_config_changed', changesOf(before, configuration.current()).join(', '));
    return { status: 'success' as const };
  });
}
