// A field for several values of a list: chips in the field, and the list below it while somebody types.
import { Combobox } from '@base-ui/react/combobox';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { ChoicePopup, choice } from './choice-popup.tsx';
import { FieldFrame, type FieldProps } from './field.tsx';
import { messages } from './messages.ts';

export interface Choice {
  value: string;
  label: string;
}

/** A group without a label has no head. */
export interface ChoiceGroup {
  label: string;
  items: readonly Choice[];
}

interface ManyFieldProps extends FieldProps {
  /** The accessible name, where `label` is more than its text. */
  name: string;
  groups: readonly ChoiceGroup[];
  values: readonly string[];
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** A text that is not in the list can be a value too. */
  free?: boolean;
  onValues(values: string[]): void;
}

const MAX_SHOWN = 200;

export function ManyField({ name, groups, values, placeholder, free = false, onValues, ...frame }: ManyFieldProps) {
  const [typed, setTyped] = useState('');
  const known = new Map(groups.flatMap(({ items }) => items.map((item) => [item.value, item])));
  const chosen = values.map((value) => known.get(value) ?? { value, label: value });
  const text = typed.trim();
  const isNew = free && text !== '' && ![...known.keys(), ...values].includes(text);
  const choices = isNew ? [...groups, { label: '', items: [{ value: text, label: text }] }] : groups;
  return (
    <FieldFrame {...frame}>
      <Combobox.Root
        multiple
        autoHighlight
        items={choices}
        limit={MAX_SHOWN}
        value={chosen}
        onValueChange={(next) => {
          onValues(next.map(({ value }) => value));
          setTyped('');
        }}
        inputValue={typed}
        onInputValueChange={setTyped}
        isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
      >
        <Combobox.InputGroup className="flex min-h-9 w-full cursor-text flex-wrap items-center rounded-md border border-field-line bg-field px-1.5 py-1 focus-within:outline-2 focus-within:outline-brand data-invalid:border-crit max-md:min-h-11">
          <Combobox.Chips className="flex w-full flex-wrap items-center gap-1">
            {chosen.map(({ value, label }) => (
              <Combobox.Chip
                key={value}
                aria-label={label}
                className="flex max-w-full items-center gap-0.5 rounded-sm border border-line bg-raise pl-1.5 text-sm outline-none data-highlighted:border-brand data-highlighted:bg-brand-bg max-md:min-h-9"
              >
                <span className="truncate">{label}</span>
                <Combobox.ChipRemove
                  aria-label={messages.remove(label)}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-mute hover:text-text max-md:size-9"
                >
                  <X size={12} aria-hidden />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              aria-label={name}
              placeholder={chosen.length === 0 ? placeholder : ''}
              spellCheck={false}
              className="h-6 min-w-16 flex-1 bg-transparent px-1 text-md text-text outline-none placeholder:text-mute max-md:h-9 max-md:text-[16px]"
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <ChoicePopup none={messages.nothingToChoose} className="min-w-56">
          {(group: ChoiceGroup) => (
            <Combobox.Group key={group.label} items={group.items} className="not-last:mb-1">
              {group.label !== '' && (
                <Combobox.GroupLabel className="px-3 pt-1.5 pb-0.5 text-xs font-semibold text-mute">
                  {group.label}
                </Combobox.GroupLabel>
              )}
              <Combobox.Collection>
                {(item: Choice) => (
                  <Combobox.Item key={item.value} value={item} className={choice}>
                    <span className="w-3.5 shrink-0 text-brand">
                      <Combobox.ItemIndicator>
                        <Check size={13} aria-hidden />
                      </Combobox.ItemIndicator>
                    </span>
                    <span className="min-w-0 break-words">{item.label}</span>
                  </Combobox.Item>
                )}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </ChoicePopup>
      </Combobox.Root>
    </FieldFrame>
  );
}
