// Somebody takes care of it.
import type { Stage } from '../situation.ts';

const held = { by: 'acknowledgement' } as const;
export const acknowledged: Stage = ({ alert }) => (alert.acknowledged ? held : undefined);
