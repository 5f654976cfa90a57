// A field for one value of a long list, found by typing.
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { POPUP } from '../lib/hotkeys.ts';
import { FieldFrame, type FieldProps } from './field.tsx';
import type { Choice, ChoiceGroup } from './many-field.tsx';
import { messages } from './messages.ts';
import { surface } from './surface.ts';

interface OneFieldProps extends FieldProps {
  /** The accessible name. */
  name: string;
  groups: readonly ChoiceGroup[];
  value: string;
  placeholder: string;
  onValue(value: string): void;
}

const MOST_SHOWN = 200;

export function OneField({ name, groups, value, placeholder, onValue, ...frame }: OneFieldProps) {
  const chosen = groups.flatMap(({ items }) => items).find((item) => item.value === value) ?? null;
  return (
    <FieldFrame {...frame}>
      <Combobox.Root
        autoHighlight
        items={groups}
        limit={MOST_SHOWN}
        value={chosen}
        onValueChange={(next) => next && onValue(next.value)}
        isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
      >
        <Combobox.InputGroup className="relative flex">
          <Combobox.Input
            aria-label={name}
            placeholder={placeholder}
            spellCheck={false}
            className="h-9 w-full min-w-0 rounded-md border border-field-line bg-field pr-8 pl-2.5 text-md text-text placeholder:text-mute max-md:h-11 max-md:text-[16px]"
          />
          <ChevronDown
            size={14}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-mute"
          />
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
            <Combobox.Popup
              {...{ [POPUP]: '' }}
              className={`${surface} max-h-[min(var(--available-height),320px)] w-(--anchor-width) min-w-56 max-w-(--available-width) overflow-y-auto overscroll-contain py-1`}
            >
              <Combobox.Empty>
                <p className="px-3 py-2 text-sm text-mute">{messages.nothingToChoose}</p>
              </Combobox.Empty>
              <Combobox.List className="data-empty:p-0">
                {(group: ChoiceGroup) => (
                  <Combobox.Group key={group.label} items={group.items} className="not-last:mb-1">
                    <Combobox.GroupLabel className="px-3 pt-1.5 pb-0.5 text-xs font-semibold text-mute">
                      {group.label}
                    </Combobox.GroupLabel>
                    <Combobox.Collection>
                      {(item: Choice) => (
                        <Combobox.Item
                          key={item.value}
                          value={item}
                          className="flex min-h-7 cursor-pointer items-center gap-2 px-3 text-sm outline-none data-highlighted:bg-brand-bg max-md:min-h-11"
                        >
                          <span className="min-w-0 break-words">{item.label}</span>
                        </Combobox.Item>
                      )}
                    </Combobox.Collection>
                  </Combobox.Group>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  );
}
