// Why an import makes no call at present.

export function waitingFor(hasWork: boolean, isEnabled: boolean, isOnTime: boolean): string | undefined {
  if (!hasWork) return undefined;
  if (!isEnabled) return 'Nothing is recorded at present.';
  return isOnTime ? undefined : 'The host is polled first: its last answer is missing or late.';
}
