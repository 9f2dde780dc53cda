import offers from "content:offers";
import { expect, test } from "vitest";
import { discountPercent, offerSlugs, offerTerms, productOfSlug } from "~/features/account/offer";
import { products } from "~/features/account/product";
import { dollars } from "~/platform/values/money";

test.each([
  [139.99, 13.99, 90],
  [29.99, 19.99, 33],
  [69.99, 28.99, 59],
  [100, 99.5, 1],
  [19.99, 19.99, undefined],
  [10, 20, undefined],
  [undefined, 19.99, undefined],
])("from %s to %s is %s percent off", (previous, current, percent) => {
  expect(discountPercent({ previous, current })).toBe(percent);
});

test.each(products)("%s has its own slug", (product) => {
  expect(productOfSlug(offerSlugs[product])).toBe(product);
});

test.each([undefined, "", "pdfCourse", "toString", "unknown"])("'%s' is not a slug", (slug) => {
  expect(productOfSlug(slug)).toBeUndefined();
});

test("the discounts computed from the content are those of docs/product.md#offers", () => {
  const percent = (product: (typeof products)[number]) => discountPercent(offers.offers[product]);
  expect(percent("premiumOneMonth")).toBe(90);
  expect(percent("profileReport")).toBe(33);
  expect(percent("reelsPlaybook")).toBe(33);
});

test("a plan's offer costs what the plan costs", () => {
  expect(offers.offers.premiumOneMonth.current).toBe(offers.plans.premiumOneMonth);
  expect(offers.offers.giftOneMonth.current).toBe(offers.plans.giftOneMonth);
});

test.each(products)("the terms of %s contain its current price", (product) => {
  const { current } = offers.offers[product];
  expect(offerTerms(offers.offers[product])).toContain(dollars(current));
});
