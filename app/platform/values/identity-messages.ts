import { sentence, sentences } from "./say.ts";

/** Messages by the identity provider's error code (docs/product.md#error-words). The examples are the provider's own texts. */
const messages: Record<string, string> = sentences({
  "auth/wrong-password": "The password is invalid or the user does not have a password.",
  "auth/invalid-email": "The email address is badly formatted.",
  "auth/user-not-found":
    "There is no user record corresponding to this identifier. The user may have been deleted.",
  "auth/user-disabled": "The user account has been disabled by an administrator.",
  "auth/weak-password": "The password must be 6 characters long or more.",
  "auth/too-many-requests":
    "We have blocked all requests from this device due to unusual activity. Try again later.",
  "auth/invalid-credential": "The supplied auth credential is malformed or has expired.",
  "auth/network-request-failed":
    "A network error (such as timeout, interrupted connection or unreachable host) has occurred.",
  "auth/email-already-in-use": "The email address is already in use by another account.",
  "auth/requires-recent-login":
    "This operation is sensitive and requires recent authentication. Log in again before retrying this request.",
  "auth/popup-blocked":
    "Unable to establish a connection with the popup. It may have been blocked by the browser.",
  "auth/popup-closed-by-user":
    "The popup has been closed by the user before finalizing the operation.",
  "auth/cancelled-popup-request":
    "This operation has been cancelled due to another conflicting popup being opened.",
  "auth/unauthorized-domain": "This domain is not authorized to sign in to this app.",
  "auth/quota-exceeded":
    "The limit of requests for this operation has been exceeded. Try again later.",
  "auth/account-exists-with-different-credential":
    "An account already exists with the same email address but different sign-in credentials.",
  "auth/admin-restricted-operation": "This operation is restricted to administrators only.",
  "auth/app-deleted": "This instance of the app has been deleted.",
  "auth/app-not-authorized": "This app is not authorized to use the sign-in service.",
  "auth/argument-error": "The sign-in request was incomplete. Check the form and try again.",
  "auth/captcha-check-failed": "The verification response is invalid or has expired. Try again.",
  "auth/code-expired": "The code has expired. Please request a new one.",
  "auth/credential-already-in-use":
    "This credential is already associated with a different user account.",
  "auth/expired-action-code": "The link has expired. Please request a new one.",
  "auth/invalid-action-code": "The link is invalid. It may be malformed, expired, or already used.",
  "auth/invalid-api-key": "The sign-in service did not accept this app's key.",
  "auth/invalid-login-credentials": "The supplied auth credential is malformed or has expired.",
  "auth/invalid-password": "The password must be 6 characters long or more.",
  "auth/invalid-user-token":
    "The user's credential is no longer valid. The user must sign in again.",
  "auth/internal-error": "The sign-in service has met an internal error. Try again later.",
  "auth/missing-email": "An email address must be provided.",
  "auth/missing-password": "A password must be provided.",
  "auth/multi-factor-auth-required":
    "Proof of ownership of a second factor is required to sign in.",
  "auth/operation-not-allowed": "Sign-in with an email address and a password is not enabled.",
  "auth/password-does-not-meet-requirements":
    "The password does not meet the requirements of the sign-in service.",
  "auth/tenant-id-mismatch": "The account belongs to another tenant than the one asked for.",
  "auth/timeout": "The operation has timed out. Try again.",
  "auth/unverified-email": "The operation requires a verified email address.",
  "auth/unsupported-tenant-operation": "This operation is not supported for this account.",
  "auth/user-cancelled": "The sign-in was cancelled by the user.",
  "auth/user-mismatch":
    "The supplied credentials do not correspond to the previously signed in user.",
  "auth/user-token-expired": "The user's credential has expired. The user must sign in again.",
  "auth/web-storage-unsupported": "This browser does not support the storage that sign-in needs.",
});

export const somethingWentWrong = sentence("Something went wrong");

/** The message for a provider's code, 'Something went wrong' if the code is unknown or missing. */
export function messageFor(code: string | undefined): string {
  return (
    (code !== undefined && Object.hasOwn(messages, code) && messages[code]) || somethingWentWrong
  );
}

/** Codes that are about the service's state, not about what the person typed. */
const serviceCodes = new Set([
  "auth/network-request-failed",
  "auth/too-many-requests",
  "auth/quota-exceeded",
  "auth/internal-error",
  "auth/invalid-api-key",
  "auth/operation-not-allowed",
  "auth/unauthorized-domain",
  "auth/app-not-authorized",
  "auth/app-deleted",
  "auth/admin-restricted-operation",
  "auth/captcha-check-failed",
  "auth/timeout",
  "auth/tenant-id-mismatch",
  "auth/unsupported-tenant-operation",
]);

/** Whether a sign-in failed because of what the person typed, so that the activation mail may help. */
export function isUserError(code: string): boolean {
  return Object.hasOwn(messages, code) && !serviceCodes.has(code) && code !== "auth/user-disabled";
}
