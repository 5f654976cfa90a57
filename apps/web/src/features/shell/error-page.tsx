// The pages for a screen that failed, and for an app that failed before its first screen.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function ErrorPage({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const [details, show] = useState(false);
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <Notice icon={<TriangleAlert />} title={messages.broken} urgent>
        <p>{messages.brokenHint}</p>
        <p className="font-mono text-sm break-words">{textOf(error)}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="main" onClick={onRetry}>
            {messages.tryAgain}
          </Button>
          <Button look="framed" onClick={() => location.reload()}>
            {messages.reload}
          </Button>
          <Button aria-expanded={details} onClick={() => show(!details)}>
            {details ? messages.hideDetails : messages.showDetails}
          </Button>
        </div>
        {details && (
          <pre className="max-h-80 w-full overflow-auto rounded-md border border-line bg-panel p-3 text-left font-mono text-xs">
            {(error instanceof Error && error.stack) || textOf(error)}
          </pre>
        )}
      </Notice>
    </main>
  );
}

/** In place of a screen that failed. The router loads its code again, if that is what failed. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorPage
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

export function AppError({ error }: { error: unknown }) {
  return (
    <Notice icon={<TriangleAlert />} title={messages.appBroken} urgent>
      <p className="font-mono text-sm break-words">{textOf(error)}</p>
      <Button look="framed" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </Notice>
  );
}
