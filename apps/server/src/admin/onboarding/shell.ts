// Quotes text for a shell.

/** Quotes any text as one word for a POSIX shell. Text with a NUL cannot be quoted and is a bug of the caller. */
export function quote(text: string): string {
  if (text.includes('\0')) throw new Error('NUL cannot be quoted for a shell');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
