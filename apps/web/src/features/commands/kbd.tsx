// Keys, as they look on a keyboard.
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="rounded-sm border border-line px-1.5 py-0.5 font-mono text-xs whitespace-nowrap text-soft">
    {children}
  </kbd>
);
