// A message beside the thing it is about: a failure, a warning or a success.
import type { ReactNode } from 'react';

const looks = {
  crit: ['crit', 'border-crit/40 bg-crit/8'],
  warn: ['warn', 'border-warn/40 bg-warn/8'],
  ok: ['ok', 'border-ok/40 bg-ok/8'],
  info: ['off', 'border-line bg-raise'],
} as const;

interface ProblemProps {
  tone?: keyof typeof looks;
  className?: string;
  children: ReactNode;
}

export function Problem({ tone = 'crit', className = '', children }: ProblemProps) {
  const [dot, frame] = looks[tone];
  return (
    <div
      role={tone === 'crit' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-md border px-3 py-2 text-sm ${frame} ${className}`}
    >
      <span className={`dot ${dot} mt-1`} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
