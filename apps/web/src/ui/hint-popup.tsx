// The popup of a hint, next to its element.
import { Tooltip } from '@base-ui/react/tooltip';

export function HintPopup({ anchor, text }: { anchor: Element; text: string }) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="pointer-events-none z-50">
          <Tooltip.Popup className="max-h-64 max-w-60 overflow-hidden rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm wrap-anywhere whitespace-pre-line text-text shadow-float">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
