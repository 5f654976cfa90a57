// Shown when the filters leave no row: the reason, and a button that resets them.

import { SearchX } from 'lucide-react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';
import { Notice } from './notice.tsx';

interface NoneFoundProps {
  title: string;
  why: string;
  filters: { active: boolean; reset(): void };
}

export const NoneFound = ({ title, why, filters }: NoneFoundProps) => (
  <Notice icon={<SearchX />} title={title}>
    <p>{why}</p>
    {filters.active && (
      <Button look="framed" onClick={filters.reset}>
        {messages.reset}
      </Button>
    )}
  </Notice>
);
