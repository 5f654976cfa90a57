// A command with its buttons.
import type { ReactNode } from 'react';

export function Command({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex items-start gap-2 max-md:flex-col max-md:items-stretch">
      <pre className="min-w-0 flex-1 rounded-md border border-line bg-bg px-2.5 py-2 font-mono text-xs break-all whitespace-pre-wrap select-all [font-variant-ligatures:none]">
        {text}
      </pre>
      {children}
    </div>
  );
}
