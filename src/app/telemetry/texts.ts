/** Why a webhook is refused, and what an operator does. */

const SAME_SECRET = "set the value of WEBHOOK_SECRET at GitHub: the App's settings, Webhook secret"

export const signatureTexts = {
  unsigned: { error: 'it is not signed', next: SAME_SECRET },
  otherSecret: { error: 'another secret signed it', next: SAME_SECRET },
  otherApp: { error: 'it is for another App', next: 'set APP_ID, the key and WEBHOOK_SECRET of one App' },
  lastRefused: 'webhooks: the last one was refused, WEBHOOK_SECRET did not sign it',
}
