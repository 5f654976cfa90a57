// The frame of the screens before the app: setup, sign-in, and loading.
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { Logo } from '../../ui/logo.tsx';

interface SignInFrameProps {
  title: string;
  subtitle: string;
  wide?: boolean;
  children: ReactNode;
}

export function SignInFrame({ title, subtitle, wide = false, children }: SignInFrameProps) {
  usePageTitle(title);
  return (
    <main className="flex h-full flex-col overflow-auto p-3">
      <div className={`m-auto w-full ${wide ? 'max-w-lg' : 'max-w-sm'}`}>
        <div className="mb-4 flex items-center gap-3 px-1">
          <Logo className="size-9" />
          <div>
            <h1 className="text-xl leading-tight font-[650] tracking-tight">{title}</h1>
            <p className="text-soft">{subtitle}</p>
          </div>
        </div>
        <div className="card p-5 max-md:p-4">{children}</div>
      </div>
    </main>
  );
}
