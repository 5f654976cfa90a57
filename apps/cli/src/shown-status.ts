/** The last status that was heard, with a mark if the instance has not answered since. `staleSince` ISO. */
export const shownStatus = ({ status, staleSince }: { status: string; staleSince?: string | undefined }): string =>
  staleSince === undefined ? status : `${status} (not heard since ${staleSince})`;
