// What was not taken over of an imported file, all of it, and what to know about the configuration now.
import type { ConfigReport } from '@belfry/schema/config/report';
import { messageOf, serverWords } from '../../../lib/language/server-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

export const isWorthReading = ({ left, notices }: ConfigReport): boolean => left.length + notices.length > 0;

interface ImportReportProps {
  report: ConfigReport;
  /** The page has to be loaded again. */
  onClose(): void;
}

export function ImportReport({ report: { left, notices, sentences }, onClose }: ImportReportProps) {
  return (
    <Dialog title={messages.importTitle} onClose={onClose} careful>
      <DialogBody>
        <div className="flex flex-col gap-4">
          <Problem tone="ok">{left.length > 0 ? messages.importedMostly : messages.importedOpen}</Problem>
          {notices.map((notice, i) => (
            <Problem key={notice} tone="warn">
              {serverWords(sentences[i], notice)}
            </Problem>
          ))}
          {left.length > 0 && (
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{messages.leftTitle(left.length)}</h3>
              {/* so that the keyboard can scroll it */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
              <ul tabIndex={0} className="flex max-h-[50vh] flex-col gap-1.5 overflow-auto text-sm">
                {left.map((one, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a path may stand in it twice
                  <li key={i} className="break-words">
                    <span className="font-mono">{one.path}</span>
                    <span className="text-mute">: {messageOf(one)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button look="main" autoFocus onClick={onClose}>
          {messages.reload}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
