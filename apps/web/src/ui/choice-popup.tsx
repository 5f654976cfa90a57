// The list below a field with choices.
import { Combobox } from '@base-ui/react/combobox';
import type { ComponentProps } from 'react';
import { POPUP } from '../lib/hotkeys.ts';
import { surface } from './surface.ts';

interface ChoicePopupProps {
  /** Shown when nothing is found. */
  none: string;
  className?: string;
  children: ComponentProps<typeof Combobox.List>['children'];
}

export const ChoicePopup = ({ none, className = '', children }: ChoicePopupProps) => (
  <Combobox.Portal>
    <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
      <Combobox.Popup
        {...{ [POPUP]: '' }}
        className={`${surface} max-h-[min(var(--available-height),320px)] w-(--anchor-width) max-w-(--available-width) overflow-y-auto overscroll-contain py-1 ${className}`}
      >
        <Combobox.Empty>
          <p className="px-3 py-2 text-sm text-mute">{none}</p>
        </Combobox.Empty>
        <Combobox.List className="data-empty:p-0">{children}</Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
);

export const choice =
  'flex min-h-7 cursor-pointer items-center gap-2 px-3 text-sm outline-none data-highlighted:bg-brand-bg max-md:min-h-11';
