// A text for a terminal or a file, with a button that copies it.
import { CopyButton } from '../../../ui/copy-button.tsx';

export const Copyable = ({ text, what }: { text: string; what: string }) => (
  <div className="flex items-start gap-2 max-md:flex-col max-md:items-stretch">
    <pre className="min-w-0 flex-1 rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-xs break-all whitespace-pre-wrap select-all [font-variant-ligatures:none]">
      {text}
    </pre>
    <CopyButton text={text} what={what} />
  </div>
);
