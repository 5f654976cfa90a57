// A panel beside its button. Its code is loaded when the pointer or the focus reaches the button.
import { type ComponentProps, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react';
import { late, preload } from './late.ts';

const load = async () => (await import('./popover-panel.tsx')).PopoverPanel;
const PopoverPanel = late(load);
const fetchPanel = () => preload(load);

type TriggerProps = Pick<
  ComponentProps<'button'>,
  'ref' | 'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup' | 'aria-expanded'
>;

export interface PopoverProps {
  /** A button that takes these props. */
  trigger(props: TriggerProps): ReactElement;
  title: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}

export function Popover({ trigger, title, children, className = 'w-80' }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {trigger({
        ref: button,
        onClick: () => setOpen(!open),
        onPointerEnter: fetchPanel,
        onFocus: fetchPanel,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
      })}
      {open && (
        <Suspense>
          <PopoverPanel anchor={button} title={title} className={className} onClose={() => setOpen(false)}>
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  );
}
