// The choice of one resource among thousands, by what is typed.
import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useState } from 'react';
import { POPUP } from '../../../lib/hotkeys.ts';
import { useDockerHosts, useLive } from '../../../live/use-live.ts';
import { control, FieldFrame } from '../../../ui/field.tsx';
import { surface } from '../../../ui/surface.ts';
import { messages } from './messages.ts';
import { type Chosen, findResources, type Resource, resourcesOf } from './resources.ts';

interface ResourceFieldProps {
  chosen: Chosen | null;
  onValue(id: string): void;
}

export function ResourceField({ chosen, onValue }: ResourceFieldProps) {
  const state = useLive((live) => live.state);
  const hosts = useDockerHosts();
  const [isOpen, setOpen] = useState(false);
  // a list that is open does not change under the pointer
  const [all, setAll] = useState<readonly Resource[]>([]);
  const [typed, setTyped] = useState<string | null>(null);
  const items = useMemo(() => (isOpen ? findResources(all, typed ?? '') : []), [isOpen, all, typed]);
  return (
    <FieldFrame label={messages.resource}>
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
          if (open && state) setAll(resourcesOf(state, hosts));
          if (!open) setTyped(null);
        }}
        isItemEqualToValue={(a: Chosen, b: Chosen) => a.value === b.value}
      >
        <Combobox.Input placeholder={messages.anyResource} spellCheck={false} className={control} />
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
            <Combobox.Popup
              {...{ [POPUP]: '' }}
              className={`${surface} max-h-[min(var(--available-height),320px)] w-(--anchor-width) max-w-(--available-width) overflow-y-auto overscroll-contain py-1`}
            >
              <Combobox.Empty>
                <p className="px-3 py-2 text-sm text-mute">{messages.noResource}</p>
              </Combobox.Empty>
              <Combobox.List className="data-empty:p-0">
                {(item: Resource) => (
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
