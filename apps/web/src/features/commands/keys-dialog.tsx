// The keys that work now, from the registry of commands.
import { useState } from 'react';
import { type Command, currentCommands } from '../../lib/commands.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Kbd } from './kbd.tsx';
import { readableKeys } from './keys.ts';
import { messages } from './messages.ts';

const scopes = ['global', 'screen', 'beside', 'element'] as const satisfies readonly Command['scope'][];

export function KeysDialog({ onClose }: { onClose(): void }) {
  const [commands] = useState(() => currentCommands().filter(({ keys }) => keys !== undefined));
  return (
    <Dialog title={messages.keys} onClose={onClose}>
      <DialogBody>
        <div className="flex flex-col gap-4">
          {scopes.map((scope) => (
            <Keys
              key={scope}
              title={messages.scopes[scope]}
              commands={commands.filter((each) => each.scope === scope)}
            />
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}

function Keys({ title, commands }: { title: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-mute">{title}</h3>
      <dl className="grid grid-cols-[112px_1fr] items-baseline gap-x-4 gap-y-2">
        {commands.map(({ id, name, keys = '' }) => (
          <div key={id} className="contents">
            <dt className="flex flex-wrap gap-1">
              {readableKeys(keys).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-soft">{name()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
