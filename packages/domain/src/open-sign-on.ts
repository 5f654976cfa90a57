// Single sign-on that makes everybody an administrator: nothing restricts who comes in, and nothing tells roles apart.

export interface SignOnRules {
  enabled: boolean;
  allowedGroups: readonly string[];
  allowedDomains: readonly string[];
  allowedEmails: readonly string[];
  adminGroups: readonly string[];
  operatorGroups: readonly string[];
}

/** Whether every account that the identity provider admits, guest accounts included, becomes an administrator here. */
export const everybodyIsAdmin = (rules: SignOnRules): boolean =>
  rules.enabled &&
  rules.allowedGroups.length +
    rules.allowedDomains.length +
    rules.allowedEmails.length +
    rules.adminGroups.length +
    rules.operatorGroups.length ===
    0;
