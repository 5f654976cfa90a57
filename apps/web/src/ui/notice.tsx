// Shown when a screen has no data: the reason, and what the user can do.
import type { ReactNode } from 'react';

export interface NoticeProps {
  icon?: ReactNode;
  title: string;
  /** Screen readers announce it at once. */
  urgent?: boolean;
  /** It is all of the page, so its title is that of the page. */
  whole?: boolean;
  children?: ReactNode;
}

export function Notice({ icon, title, urgent = false, whole = false, children }: NoticeProps) {
  const Title = whole ? 'h1' : 'h2';
  return (
    <section
      role={urgent ? 'alert' : 'status'}
      className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-14 text-center"
    >
      {icon && <div className="mb-1 text-mute [&>svg]:size-7">{icon}</div>}
      <Title className="max-w-full wrap-anywhere text-lg font-semibold">{title}</Title>
      <div className="flex flex-col items-center gap-3 text-soft">{children}</div>
    </section>
  );
}
