// Shown when a screen has no data: the reason, and what the user can do.
import type { ReactNode } from 'react';

export interface NoticeProps {
  icon?: ReactNode;
  title: string;
  /** Screen readers announce it at once. */
  urgent?: boolean;
  children?: ReactNode;
}

export function Notice({ icon, title, urgent = false, children }: NoticeProps) {
  return (
    <section
      role={urgent ? 'alert' : 'status'}
      className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-14 text-center"
    >
      {icon && <div className="mb-1 text-mute [&>svg]:size-7">{icon}</div>}
      <h2 className="max-w-full wrap-anywhere text-lg font-semibold">{title}</h2>
      <div className="flex flex-col items-center gap-3 text-soft">{children}</div>
    </section>
  );
}
