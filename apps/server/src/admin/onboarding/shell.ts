// Quotes text for a shell.

/** One word for any POSIX shell, whatever it contains. Text with a NUL cannot be a word and is a bug of the caller. */
export function quote(text: string): string {
  if (text.includes('\0')) throw new Error('NUL cannot be quoted for a shell');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
