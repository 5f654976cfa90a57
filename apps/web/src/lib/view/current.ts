// What the screen shows now, so that it can be saved under a name. Screens that are the same for everybody have no parameters.
import type { ViewAddress } from '@belfry/schema/http/views';
import { ownPath } from '../base.ts';

let params: ViewAddress['params'] = {};

export function setCurrentParams(next: ViewAddress['params']): void {
  params = next;
}

/** With all parameters, so that the preferences of whoever opens it do not matter. */
export const currentView = (): ViewAddress => ({ screen: ownPath(), params });
