// The kind of the resource of an alert, as people call it.
import type { Alert } from '@belfry/schema/entities/alert';
import { messages } from './messages.ts';

type Kind = keyof typeof messages.kinds;

const ofList: Readonly<Record<string, Kind>> = { vms: 'vm', containers: 'ct' };

export function kindOf({ metadata }: Pick<Alert, 'metadata'>): Kind {
  const { list = '', resourceType = '' } = metadata ?? {};
  const named: string = (Object.hasOwn(ofList, list) && ofList[list]) || resourceType;
  return Object.hasOwn(messages.kinds, named) ? (named as Kind) : 'unknown';
}
