import { expect, test } from "vitest";
import { billingPath } from "~/features/account/billing.server";

test.each([
  ["sub-1", "/subs/create", "/subs/finalize", "/subs/cancel"],
  ["-", "/subs/create", "/subs/finalize", "/subs/cancel"],
  ["1234", "/rec/create-subscription", "/rec/subscription-finalize", "/rec/subscription-cancel"],
  ["10027", "/rec/create-subscription", "/rec/subscription-finalize", "/rec/subscription-cancel"],
  ["sub_1", "/rec/create-subscription", "/rec/subscription-finalize", "/rec/subscription-cancel"],
])("the paths of main subscription %s", (id, create, finalize, cancel) => {
  expect(billingPath(id, "create")).toBe(create);
  expect(billingPath(id, "finalize")).toBe(finalize);
  expect(billingPath(id, "cancel")).toBe(cancel);
});
