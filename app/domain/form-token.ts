/** The name under which a form carries its token (form-token.server.ts). */
export const formTokenField = "formToken";
