export type Dialect = "subs" | "rec";
export type BillingOperation = "create" | "finalize" | "cancel";

/** A main subscription id that contains a dash selects the `subs` dialect, any other `rec` (docs/interfaces/billing.yaml). */
export function dialectOf(mainSubscriptionId: string): Dialect {
  return mainSubscriptionId.includes("-") ? "subs" : "rec";
}

const paths: Record<Dialect, Record<BillingOperation, string>> = {
  subs: { create: "/subs/create", finalize: "/subs/finalize", cancel: "/subs/cancel" },
  rec: {
    create: "/rec/create-subscription",
    finalize: "/rec/subscription-finalize",
    cancel: "/rec/subscription-cancel",
  },
};

/** The operation's path below a brand's billing address. */
export function billingPath(dialect: Dialect, operation: BillingOperation): string {
  return paths[dialect][operation];
}
