// Limits a rendering error to one section, so that the rest of the page stays.

import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface BoundaryProps {
  /** The name in "Error in <name>". */
  name: string;
  children: ReactNode;
}

/** A class, because React has no other way to catch errors of rendering. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div role="alert" className="card flex items-center gap-3 border-crit/40 px-3.5 py-2.5">
        <span className="dot crit" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{messages.errorIn(this.props.name)}</p>
          <p className="truncate text-sm text-soft">{error.message}</p>
        </div>
        <Button look="framed" onClick={() => this.setState({ error: null })}>
          {messages.retry}
        </Button>
      </div>
    );
  }
}
