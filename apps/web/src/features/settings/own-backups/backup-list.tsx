// The backups there are, the newest first.
import type { OwnBackup } from '@belfry/schema/http/own-backups';
import { useState } from 'react';
import { formatBytes } from '../../../lib/language/format.ts';
import { momentOf } from '../../../lib/moment.ts';
import { Button } from '../../../ui/button.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { messages } from './messages.ts';

/** How many are shown at first. */
const FEW = 7;

interface Row extends OwnBackup {
  key: string;
}

const columns: readonly TextColumn<Row>[] = [
  {
    head: () => messages.at,
    cell: ({ at }) => (
      <time dateTime={at} className="tabular-nums">
        {momentOf(Date.parse(at))}
      </time>
    ),
  },
  { head: () => messages.version, cell: ({ version }) => <span className="tabular-nums">{version}</span> },
  {
    head: () => messages.file,
    cell: ({ file }) => <code className="text-xs break-all text-soft">{file}</code>,
  },
  { head: () => messages.size, numeric: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
];

export function BackupList({ backups }: { backups: readonly OwnBackup[] }) {
  const [isWhole, setWhole] = useState(false);
  if (backups.length === 0) return null;
  // the same file may be in several places
  const rows = backups.map((backup, place): Row => ({ ...backup, key: `${backup.file} ${place}` }));
  return (
    <div className="border-t border-line-soft">
      <ShortTable
        label={messages.list}
        rows={isWhole ? rows : rows.slice(0, FEW)}
        columns={columns}
        keyOf={({ key }) => key}
      />
      {backups.length > FEW && (
        <div className="px-2 py-1">
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? messages.fewer : messages.all(backups.length)}
          </Button>
        </div>
      )}
    </div>
  );
}
