// A field for one of thousands of things, found by what is typed.
import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useState } from 'react';
import { POPUP } from '../lib/hotkeys.ts';
import { control, FieldFrame, type FieldProps } from './field.tsx';
import { surface } from './surface.ts';

interface Chosen {
  value: string;
  label: string;
}
/** `detail` stands at the right. */
export interface ChoiceItem extends Chosen {
  detail: string;
}

interface ChoiceFieldProps<T extends ChoiceItem> extends FieldProps {
  placeholder: string;
  /** Shown when nothing is found. */
  none: string;
  chosen: Chosen | null;
  /** All choices. Called when the list is opened: a list that is open does not change under the pointer. */
  load(): readonly T[];
  /** The choices for a text, at most as many as a list can show. */
  find(all: readonly T[], text: string): readonly T[];
  onValue(value: string): void;
}

export function ChoiceField<T extends ChoiceItem>(props: ChoiceFieldProps<T>) {
  const { placeholder, none, chosen, load, find, onValue, ...frame } = props;
  const [isOpen, setOpen] = useState(false);
  const [all, setAll] = useState<readonly T[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const items = useMemo(() => (isOpen ? find(all, typed ?? '') : []), [isOpen, all, typed, find]);
  return (
    <FieldFrame {...frame}>
      <Combobox.Root
        autoHighlight
        items={items}
        filter={null}
        value={chosen}
        onValueChange={(next) => {
          setTyped(null);
          if (next) onValue(next.value);
        }}
        inputValue={typed ?? chosen?.label ?? ''}
        onInputValueChange={(text, { reason }) => reason === 'input-change' && setTyped(text)}
        onOpenChange={(open) => {
          setOpen(open);
          if (open) setAll(load());
          else setTyped(null);
        }}
        isItemEqualToValue={(a: Chosen, b: Chosen) => a.value === b.value}
      >
        <Combobox.Input placeholder={placeholder} spellCheck={false} className={control} />
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
            <Combobox.Popup
              {...{ [POPUP]: '' }}
              className={`${surface} max-h-[min(var(--available-height),320px)] w-(--anchor-width) max-w-(--available-width) overflow-y-auto overscroll-contain py-1`}
            >
              <Combobox.Empty>
                <p className="px-3 py-2 text-sm text-mute">{none}</p>
              </Combobox.Empty>
              <Combobox.List className="data-empty:p-0">
                {(item: T) => (
                  <Combobox.Item
                    key={item.value}
                    value={item}
                    className="flex min-h-7 cursor-pointer items-center gap-2 px-3 text-sm outline-none data-highlighted:bg-brand-bg max-md:min-h-11"
                  >
                    <span className="min-w-0 truncate">{item.label}</span>
                    <span className="ml-auto shrink-0 text-mute">{item.detail}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  );
}
