// The kind of the resource of an alert, as people call it.
import type { Alert } from '@belfry/schema/entities/alert';
import { Chip } from '../chip.tsx';
import { kindOf } from './kind.ts';
import { messages } from './messages.ts';

const LOOKS: Readonly<Record<string, string>> = { vm: 'text-vm', ct: 'text-lxc' };

/** Where there is too little room, it is cut off before the name beside it. */
export function KindChip({ of }: { of: Pick<Alert, 'metadata'> }) {
  const kind = kindOf(of);
  return <Chip className={`min-w-9 shrink-[1000]! ${LOOKS[kind] ?? 'text-soft'}`}>{messages.kinds[kind]}</Chip>;
}
