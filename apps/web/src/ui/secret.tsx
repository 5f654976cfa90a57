// Secrets that are shown only once. Each has a copy button, and all of them can be saved as a file.

import { Download } from 'lucide-react';
import { downloadText } from '../lib/download.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';

export function Secret({ label, value, autoFocus = false }: { label: string; value: string; autoFocus?: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium text-soft">{label}</span>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-sm break-all select-all">
          {value}
        </code>
        <CopyButton text={value} what={label} autoFocus={autoFocus} />
      </div>
    </div>
  );
}

export interface Credentials {
  username: string;
  /** Absent when the user chose it. */
  password?: string | undefined;
  apiToken: string;
}

export function CredentialList({ username, password, apiToken }: Credentials) {
  const rows: [string, string][] = [[messages.username, username]];
  if (password) rows.push([messages.password, password]);
  rows.push([messages.apiToken, apiToken]);
  const save = () => {
    const stamp = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
    const lines = [
      messages.belfryAt(window.location.origin),
      '',
      ...rows.map(([label, value]) => `${label}: ${value}`),
      '',
    ];
    downloadText(`belfry-credentials-${stamp}.txt`, lines.join('\n'));
  };
  return (
    <div className="flex flex-col gap-3">
      {rows.map(([label, value], index) => (
        <Secret key={label} label={label} value={value} autoFocus={index === 0} />
      ))}
      <Button look="framed" className="self-start" onClick={save}>
        <Download size={13} /> {messages.download}
      </Button>
    </div>
  );
}
