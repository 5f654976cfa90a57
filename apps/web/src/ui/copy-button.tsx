// Copies a text and confirms it for two seconds.

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { Button } from './button.tsx';
import { messages } from './messages.ts';
import { toast } from './toast.ts';

const SAYS_SO_MS = 2_000;

export interface CopyButtonProps {
  text: string;
  what: string;
  /** The text of the button, where "Copy" is not enough. */
  label?: string;
  /** Shown where the browser does not allow copying. */
  failure?: string;
  /** Where a dialog puts the focus: a second Enter must not close something that is shown only once. */
  autoFocus?: boolean;
}

export function CopyButton({ text, what, label, failure = messages.copyFailed, autoFocus = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAYS_SO_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast('error', failure);
  };
  return (
    <Button
      look="framed"
      autoFocus={autoFocus}
      className="min-w-22"
      aria-label={copied ? undefined : (label ?? messages.copyThe(what))}
      onClick={() => void copy()}
    >
      {copied ? <Check size={13} /> : <Copy size={13} />}
      <span aria-live="polite">{copied ? messages.copied : (label ?? messages.copy)}</span>
    </Button>
  );
}
