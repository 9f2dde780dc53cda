/** Name of the form field with the CSRF token (form-token.server.ts). */
export const formTokenField = "formToken";
