import offers from "content:offers";
import { expect, test } from "vitest";
import { discountPercent, dollars, offerSlugs, productOfSlug } from "~/domain/offer";
import { products } from "~/domain/product";

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

test.each([
  [13.99, "$13.99"],
  [49, "$49"],
  [0, "$0"],
  [19.9, "$19.90"],
])("%s is written %s", (amount, words) => {
  expect(dollars(amount)).toBe(words);
});

test.each(products)("%s has an address of its own", (product) => {
  expect(productOfSlug(offerSlugs[product])).toBe(product);
});

test.each([undefined, "", "pdfCourse", "toString", "unknown"])("'%s' names no product", (slug) => {
  expect(productOfSlug(slug)).toBeUndefined();
});

test("the content gives spec 9's discounts by computing them", () => {
  const percent = (product: (typeof products)[number]) => discountPercent(offers.offers[product]);
  expect(percent("premiumOneMonth")).toBe(90);
  expect(percent("profileReport")).toBe(33);
  expect(percent("reelsPlaybook")).toBe(33);
});

test("a plan's offer costs what the plan costs", () => {
  expect(offers.offers.premiumOneMonth.current).toBe(offers.plans.premiumOneMonth);
  expect(offers.offers.giftOneMonth.current).toBe(offers.plans.giftOneMonth);
});

test.each(products)("the terms of %s name the price that is asked", (product) => {
  const { terms, current } = offers.offers[product];
  expect(terms).toContain(dollars(current));
});
