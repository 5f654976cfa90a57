// The installation by hand, for users who do not pipe a script into a shell.
import { downloadCommands, imageCommand, SERVICE, settingsFile } from '../../../lib/docker-install.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Command } from './command.tsx';
import { messages } from './messages.ts';

export function Manual({ origin, token }: { origin: string; token: string }) {
  const steps = [
    [messages.manualDownload, downloadCommands(origin)],
    [messages.manualSettings, settingsFile(origin, token)],
    [messages.manualService, SERVICE],
    [messages.manualStart, messages.startCommand],
  ] as const;
  return (
    <details className="p-4">
      <summary className="cursor-pointer font-semibold max-md:min-h-10">{messages.manual}</summary>
      <ol className="mt-3 flex list-decimal flex-col gap-3 pl-5 marker:text-mute">
        {steps.map(([title, text]) => (
          <li key={title}>
            <p className="mb-1 text-soft">{title}</p>
            <Command text={text}>
              <CopyButton text={text} what={title} />
            </Command>
          </li>
        ))}
      </ol>
      <p className="mt-4 mb-1 text-soft">{messages.manualImage}</p>
      <Command text={imageCommand(origin, token)}>
        <CopyButton text={imageCommand(origin, token)} what={messages.manualImage} />
      </Command>
    </details>
  );
}
