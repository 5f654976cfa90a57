// Copying, also where the page came over plain HTTP and browsers have no clipboard API.

/** False when the browser did not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Answers the copy command itself: no hidden text field, so the focus stays where it is. */
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
