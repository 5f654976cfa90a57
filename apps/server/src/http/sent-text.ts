// A JSON text on its way to a caller. A caller who does not read keeps only references waiting: the buffers are the same for all callers.
import { Readable } from 'node:stream';
import type { JsonText } from '../lib/json-text.ts';

export class SentText extends Readable {
  readonly text: JsonText;
  readonly #buffers: readonly Buffer[];
  #next = 0;

  /** `buffers` are sent: those of the text, or the text in another encoding. */
  constructor(text: JsonText, buffers: readonly Buffer[] = text.buffers) {
    super();
    this.text = text;
    this.#buffers = buffers;
  }

  override _read(): void {
    while (this.#next < this.#buffers.length) if (!this.push(this.#buffers[this.#next++])) return;
    this.push(null);
  }
}
