// The same, folded: the rules are asked when somebody opens it.
import { useState } from 'react';
import { messages } from './messages.ts';
import { WhyList } from './why-list.tsx';

interface WhyNotProps {
  resource: string;
  name: string;
  /** The alert that is explained already. */
  but?: string | undefined;
}

export function WhyNot({ resource, name, but }: WhyNotProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="w-full py-1 text-sm" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-brand max-md:min-h-10">
        {but === undefined ? messages.ofResource(name) : messages.title}
      </summary>
      <div className="pt-2">{isOpen && <WhyList {...{ resource, name, but }} />}</div>
    </details>
  );
}
