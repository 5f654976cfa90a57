// Who takes care of an alert. Pure.
import type { Alert } from '@belfry/schema/entities/alert';

/** `silenced`: a silence or a maintenance window holds its notifications back. */
export type Standing = 'firing' | 'silenced' | 'acknowledged';

export const standingOf = ({ acknowledged, metadata }: Alert): Standing =>
  acknowledged ? 'acknowledged' : metadata?.silenced || metadata?.maintenance ? 'silenced' : 'firing';
