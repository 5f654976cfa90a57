// How the values are taken out of Belfry.

import { base } from '../../../lib/base.ts';
import { Card } from '../../../ui/card.tsx';
import { messages } from './messages.ts';

const EXAMPLE = '/api/history?ids=guest/dc-100&metrics=cpu,memory&from=2026-01-31T00:00:00Z&format=csv';
const OWN = '/api/history?ids=belfry/belfry&format=';

export const Export = () => (
  <Card title={messages.export}>
    <p className="text-soft">{messages.exportText}</p>
    <code className="rounded-md bg-raise px-3 py-2 font-mono text-xs break-all">{EXAMPLE}</code>
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
      {messages.exportRules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {messages.exportTry}
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={base + OWN + format}
          download
          className="font-medium text-brand hover:underline max-md:min-h-10"
        >
          {messages.exportOwn(format.toUpperCase())}
        </a>
      ))}
    </p>
  </Card>
);
