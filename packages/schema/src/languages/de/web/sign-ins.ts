import type { messages } from '../../../../../../apps/web/src/features/security/sign-ins/messages.ts';
import type { Translation } from '../../translation.ts';

export const signIns: Translation<typeof messages> = {
  title: 'Was der Anbieter gesagt hat',
  hint: 'Die letzten zehn Anmeldungen mit Single Sign-on seit dem Start von Belfry, ohne Geheimnisse.',
  none: 'Seit dem Start von Belfry hat sich niemand mit Single Sign-on angemeldet. Melden Sie sich in einem privaten Fenster damit an, und sehen Sie dann hier nach.',
  nobody: 'Unbekannte Person',
  refused: 'abgelehnt',
  says: 'Die Worte des Anbieters, oder was falsch war:',
  claims: 'Claims',
  noClaims: 'Der Anbieter hat keine Claims gesendet, die gelesen werden konnten.',
  role: (role, because) => `${role}: ${because}`,
  because: {
    open: () => 'für Rollen sind keine Gruppen eingestellt',
    admin_group: (group) => `Mitglied der Administratorgruppe ${group}`,
    operator_group: (group) => `Mitglied der Operatorgruppe ${group}`,
    no_group: () => 'in keiner Gruppe, die eine Rolle gibt',
  },
  advice: {
    groups_missing: (claim) =>
      claim
        ? `Der Claim mit den Gruppen fehlt. Der Claim ${claim} enthält eine Liste: Wenn das die Gruppen sind, stellen Sie ihn als Claim der Gruppen ein.`
        : 'Der Claim mit den Gruppen fehlt, und kein anderer Claim enthält eine Liste. Lassen Sie den Anbieter Gruppen senden: Oft braucht er dafür einen Scope „groups“ oder einen Mapper für diesen Client.',
    groups_overage: () =>
      'Entra hat die Gruppen weggelassen, weil diese Person in zu vielen ist. Lassen Sie nur die Gruppen senden, die der Anwendung zugewiesen sind, oder nutzen Sie ihre App-Rollen: Stellen Sie „roles“ als Claim der Gruppen ein.',
    groups_are_ids: (ids) =>
      `Der Anbieter sendet IDs und keine Namen von Gruppen: ${ids}. Stellen Sie die IDs als Gruppen ein, oder lassen Sie den Anbieter Namen senden.`,
    groups_unknown: (groups) => `Die Einstellungen nennen keine der Gruppen dieser Person: ${groups}.`,
    name_missing: (claim) =>
      `Der Claim ${claim} mit dem Benutzernamen fehlt. Stellen Sie einen anderen ein, oder fordern Sie den Scope „profile“ an.`,
    user_info_failed: (answer) =>
      `Der Benutzer-Endpunkt des Anbieters hat nicht geantwortet: ${answer}. Nur das ID-Token wurde gelesen.`,
  },
  refusals: {
    client_refused:
      'Der Anbieter akzeptiert die Client-ID oder das Client-Secret nicht. Vergleichen Sie beide mit der Registrierung dort.',
    code_refused:
      'Der Anbieter hat seinen eigenen Code nicht angenommen: Er wurde zweimal benutzt oder kam zu spät, oder die Redirect-URL ist dort eine andere.',
    exchange_failed: 'Der Anbieter hat nicht so geantwortet, wie OpenID Connect es verlangt.',
    wrong_clock:
      'Die Uhren von Belfry und vom Anbieter gehen um mehr als eine Minute auseinander. Stellen Sie beide mit NTP.',
    invalid_id_token:
      'Das ID-Token ist nicht für dieses Belfry. Vergleichen Sie Issuer-URL und Client-ID mit denen des Anbieters.',
    invalid_signature_alg:
      'Das ID-Token ist auf eine Art signiert, die Belfry nicht annimmt. Stellen Sie beim Anbieter RS256 ein.',
    invalid_nonce: 'Die Antwort gehört zu einer anderen Anmeldung.',
    missing_id_token:
      'Der Anbieter hat kein ID-Token gesendet. Der Scope „openid“ muss für diesen Client erlaubt sein.',
    missing_code: 'Der Anbieter hat den Browser ohne Code zurückgeschickt.',
    user_info_failed:
      'Der Benutzer-Endpunkt des Anbieters hat nicht geantwortet, und im ID-Token steht nicht, was die Einstellungen brauchen.',
    invalid_claims: 'Kein Claim enthält einen Namen. Stellen Sie den Claim mit dem Benutzernamen ein.',
    email_restricted:
      'Die E-Mail-Adresse dieser Person ist nicht zugelassen, oder der Anbieter sagt nicht, dass sie bestätigt ist.',
    domain_restricted:
      'Die Domain der E-Mail-Adresse ist nicht zugelassen, oder der Anbieter sagt nicht, dass die Adresse bestätigt ist.',
    group_restricted: 'Diese Person ist in keiner der zugelassenen Gruppen.',
    session_failed: 'Die Sitzung konnte nicht gespeichert werden. Der Grund steht im Log.',
    oidc_init_failed:
      'Der Anbieter konnte nicht gefragt werden. Prüfen Sie die Issuer-URL, und ob Belfry ihn erreicht.',
    access_denied: 'Der Anbieter oder die Person hat die Anmeldung abgelehnt.',
  },
  otherRefusal: (code) => `Die Anmeldung wurde abgelehnt: ${code}`,
};
