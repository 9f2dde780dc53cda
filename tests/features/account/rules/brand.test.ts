import { expect, test } from "vitest";
import { brandOfHost, brandOfPlan } from "~/features/account/brand";

test.each([
  ["ig_weekly_trial", "default"],
  ["ig_x_weekly_trial", "x"],
  ["ig_y_weekly_trial", "y"],
  ["ig_xy_weekly", "default"],
  ["x_weekly", "default"],
  ["weekly_x", "default"],
  ["ig_x_y_weekly", "x"],
  ["", "default"],
])("the plan code '%s' belongs to brand %s", (code, brand) => {
  expect(brandOfPlan(code)).toBe(brand);
});

test.each([
  ["x.example.com", "x"],
  ["y.example.com", "y"],
  ["www.x.example.com", "default"],
  ["X.example.com", "default"],
  ["constructor", "default"],
])("the host %s belongs to brand %s", (host, brand) => {
  expect(brandOfHost(host, { "x.example.com": "x", "y.example.com": "y" })).toBe(brand);
});
