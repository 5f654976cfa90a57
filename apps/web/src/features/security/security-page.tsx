// Who may come in.
export function SecurityPage() {
  return null;
}
