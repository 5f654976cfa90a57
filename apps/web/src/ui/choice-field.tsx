// A field for one of thousands of things, found by what is typed.
import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useState } from 'react';
import { ChoicePopup, choice } from './choice-popup.tsx';
import { control, FieldFrame, type FieldProps } from './field.tsx';

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
  /** The choices for a text, at most as many as a list can show. Default: those that have every word of it. */
  find?(all: readonly T[], text: string): readonly T[];
  onValue(value: string): void;
}

const MAX_FOUND = 50;

function findByWords<T extends ChoiceItem>(all: readonly T[], text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ label, detail }: ChoiceItem, word: string) => `${label} ${detail}`.toLowerCase().includes(word);
  return all.filter((item) => words.every((word) => has(item, word))).slice(0, MAX_FOUND);
}

export function ChoiceField<T extends ChoiceItem>(props: ChoiceFieldProps<T>) {
  const { placeholder, none, chosen, load, find = findByWords, onValue, ...frame } = props;
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
        <ChoicePopup none={none}>
          {(item: T) => (
            <Combobox.Item key={item.value} value={item} className={choice}>
              <span className="min-w-0 truncate">{item.label}</span>
              <span className="ml-auto shrink-0 text-mute">{item.detail}</span>
            </Combobox.Item>
          )}
        </ChoicePopup>
      </Combobox.Root>
    </FieldFrame>
  );
}
