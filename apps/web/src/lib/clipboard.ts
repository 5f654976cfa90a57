// Copying, also on pages over plain HTTP, where browsers have no clipboard API.

/** False when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Handles the copy command itself: there is no hidden text field, so the focus stays where it is. */
function copyByEvent(text: string): boolean {
  let copied = false;
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    copied = true;
  };
  document.addEventListener('copy', answer, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', answer, { capture: true });
  return copied;
}
