/** `cure`: what the administrator does about it. A note needs no act at once. */
export interface Finding {
  level: 'problem' | 'note';
  text: string;
  cure: string;
}

export const problem = (text: string, cure: string): Finding => ({ level: 'problem', text, cure });
export const note = (text: string, cure: string): Finding => ({ level: 'note', text, cure });
