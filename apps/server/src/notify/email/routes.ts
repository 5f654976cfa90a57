// GET and PUT /api/notifications/email, the presets of providers.
import { getEmail, listEmailProviders, putEmail } from '@belfry/schema/http/email';
import { type EmailUpdate, emailSecrets } from '@belfry/schema/notifications/email';
import type { Audited } from '../../http/audited.ts';
import type { Mount } from '../../http/mount.ts';
import { emailProviders } from '../services/email/presets.ts';
import type { EmailConfiguration } from './configuration.ts';

export interface EmailRoutesDeps {
  configuration: EmailConfiguration;
  audited: Audited;
}

export function emailRoutes(mount: Mount, { configuration, audited }: EmailRoutesDeps): void {
  mount(getEmail, () => configuration.shown());
  mount(putEmail, async ({ body, request }) => {
    const before = configuration.current();
    const changed = await configuration.change(body);
    if (!changed.ok) return changed;
    await audited(request, 'email_changed', changesOf(body, before.settings, changed.value.settings).join(', '));
    return { status: 'success' as const };
  });
  mount(listEmailProviders, () => [...emailProviders]);
}

/** The names of the changed fields, and of the secrets that were given. */
function changesOf(update: EmailUpdate, before: object, after: object): string[] {
  const was = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was.get(name)),
  );
  return [...changed.map(([name]) => name), ...emailSecrets.filter((name) => update[name])];
}
