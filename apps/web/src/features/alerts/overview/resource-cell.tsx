// The first cell: severity as a shape, the resource and its kind; on a phone also the message and the state.
import type { Alert } from '@belfry/schema/entities/alert';
import { Chevron } from '../../../ui/chevron.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Since } from './figures.tsx';
import { kindOf } from './kind.ts';
import { messages } from './messages.ts';
import { Shape } from './shape.tsx';
import { State } from './state.tsx';
import { What } from './what.tsx';

const LOOKS: Readonly<Record<string, string>> = { vm: 'text-vm', ct: 'text-lxc' };

export function ResourceCell({ alert, expanded }: { alert: Alert; expanded: boolean }) {
  const kind = kindOf(alert);
  return (
    <span className="flex min-w-0 flex-col gap-0.5 max-md:py-2">
      <span className="flex min-w-0 items-center gap-2">
        <Chevron expanded={expanded} />
        <Shape alert={alert} />
        <b className="title truncate font-[550]" {...hint(alert.resourceName)}>
          <bdi>{alert.resourceName}</bdi>
        </b>
        <Chip className={LOOKS[kind] ?? 'text-soft'}>{messages.kinds[kind]}</Chip>
        <span className="ml-auto text-sm md:hidden">
          <Since alert={alert} />
        </span>
      </span>
      <span className="truncate pl-6 text-soft text-sm md:hidden">
        <What alert={alert} />
      </span>
      <span className="truncate pl-6 text-sm md:hidden">
        <State alert={alert} />
      </span>
    </span>
  );
}
