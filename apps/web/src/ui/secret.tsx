// A secret that is shown only once, with a button that copies it.
import { CopyButton } from './copy-button.tsx';

export function Secret({ label, value, autoFocus = false }: { label: string; value: string; autoFocus?: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium text-soft">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-sm break-all select-all">
          {value}
        </code>
        <CopyButton text={value} what={label} autoFocus={autoFocus} />
      </div>
    </div>
  );
}
