// From the search field into the table below it.

/** The row that Tab reaches in the first table behind an element, or in the first of the page. */
function rowBehind(element: Element | null): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-key][tabindex="0"]')];
  const isBehind = (row: HTMLElement) =>
    element === null || (element.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return rows.find(isBehind);
}

/** Puts the focus on that row. Without a row nothing happens. */
export const enterRows = (searchBox: Element | null): void => rowBehind(searchBox)?.focus();
