// Something that could not be loaded, with the reason and a way to try again.
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { messages } from './messages.ts';
import { Problem } from './problem.tsx';

interface LoadFailureProps {
  /** What could not be loaded. */
  text: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

export const LoadFailure = ({ text, query: { error, isFetching, refetch } }: LoadFailureProps) => (
  <Problem>
    <p>
      {text} {error?.message}
    </p>
    <Button look="framed" className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
      {messages.retry}
    </Button>
  </Problem>
);
