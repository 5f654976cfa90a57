// The credentials of a new user, which are shown only once. All of them can be saved as a file.
import { Download } from 'lucide-react';
import { ownAddress } from '../../lib/base.ts';
import { downloadText } from '../../lib/download.ts';
import { Button } from '../button.tsx';
import { Secret } from '../secret.tsx';
import { messages } from './messages.ts';

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
    const lines = [messages.belfryAt(ownAddress()), '', ...rows.map(([label, value]) => `${label}: ${value}`), ''];
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
