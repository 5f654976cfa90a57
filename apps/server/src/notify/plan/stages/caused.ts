// Another alert explains it, and names what it affects.
import type { Stage } from '../situation.ts';

const held = { by: 'cause' } as const;
export const caused: Stage = ({ alert }) => (alert.metadata?.cause === undefined ? undefined : held);
