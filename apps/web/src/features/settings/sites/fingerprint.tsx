// The fingerprint of the key of a collector, to be compared with what the collector printed.
import { messages } from './messages.ts';

export const Fingerprint = ({ value }: { value: string }) => (
  <div className="flex flex-col gap-2">
    <p className="text-sm text-soft">{messages.fingerprint}</p>
    <code className="rounded-md border border-line bg-bg px-2.5 py-2 font-mono text-md break-words select-all [font-variant-ligatures:none]">
      {value}
    </code>
    <p className="text-sm text-mute">{messages.compareText}</p>
  </div>
);
