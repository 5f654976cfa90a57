// The content of a popover. It keeps the focus inside, returns it to the button, and closes on Escape or on a click outside.
import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { POPUP } from '../lib/hotkeys.ts';
import { surface } from './surface.ts';

interface PopoverPanelProps {
  anchor: RefObject<HTMLButtonElement | null>;
  title: string;
  className: string;
  onClose(): void;
  children: ReactNode;
}

export function PopoverPanel({ anchor, title, className, onClose, children }: PopoverPanelProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // the button toggles the panel itself: if we closed it here as well, the click would open it again
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!open && !(onButton && event.type !== 'keydown')) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup
            {...{ [POPUP]: '' }}
            finalFocus={anchor}
            className={`${surface} max-h-[70dvh] max-w-[calc(100vw-16px)] overflow-auto p-3 ${className}`}
          >
            <Popover.Title className="mb-2 text-sm font-semibold">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
