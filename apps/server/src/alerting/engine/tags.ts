// The current tags of the resource of an alert.
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';

export function tagsIn({ vms, containers }: Pick<State, 'vms' | 'containers'>, alert: Alert): readonly string[] {
  const { list } = alert.metadata ?? {};
  const guests = list === 'vms' ? vms : list === 'containers' ? containers : [];
  return guests.find(({ id }) => id === alert.resourceId)?.tags ?? [];
}
