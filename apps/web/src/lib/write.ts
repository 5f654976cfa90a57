// Writes into the page without a render. What stays the same costs nothing.

/** The element contains nothing else. */
export function writeText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node === null) element.textContent = text;
  else if (node.nodeValue !== text) node.nodeValue = text;
}

/** React must not give the element a class too. */
export function writeClass(element: Element, name: string): void {
  if (element.className !== name) element.className = name;
}
