// A card with a form that has something made: its fields, what went wrong, and one button. A key puts the focus on its first field.
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useCommand } from '../lib/commands.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Problem } from './problem.tsx';

interface OrderCardProps {
  title: string;
  hint: string;
  command: { id: string; name(): string };
  icon: LucideIcon;
  /** On the button. */
  action: string;
  isSending: boolean;
  isOff?: boolean;
  problem?: string | false | null | undefined;
  done?: string | false | undefined;
  onSubmit(): void;
  children: ReactNode;
}

export function OrderCard({
  title,
  hint,
  command,
  icon: Icon,
  action,
  isSending,
  isOff = false,
  problem,
  done,
  onSubmit,
  children,
}: OrderCardProps) {
  const form = useId();
  useCommand({
    ...command,
    keys: 'n',
    scope: 'screen',
    run: () => document.getElementById(form)?.querySelector<HTMLElement>('input, button')?.focus(),
  });
  return (
    <Card title={title} hint={hint}>
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {problem && <Problem>{problem}</Problem>}
        {done && <Problem tone="ok">{done}</Problem>}
        <div className="flex">
          <Button type="submit" look="main" disabled={isSending || isOff} aria-busy={isSending}>
            <Icon size={14} aria-hidden />
            {action}
          </Button>
        </div>
      </form>
    </Card>
  );
}
