export const googleClient = { id: "sandbox-google-client", secret: "sandbox-google-secret" };

export interface GooglePerson {
  key: string;
  email: string;
  about: string;
  isVerified: boolean;
  refuses?: true;
  isSlow?: true;
}

/** Who one can be at the sandbox's Google. */
export const googlePeople: readonly GooglePerson[] = [
  {
    key: "creator",
    email: "creator@example.com",
    isVerified: true,
    about: "A subscriber with a password.",
  },
  {
    key: "rich",
    email: "rich@example.com",
    isVerified: true,
    about: "A subscriber with a password.",
  },
  {
    key: "buyer",
    email: "buyer@example.com",
    isVerified: true,
    about: "Bought, and has no account yet.",
  },
  {
    key: "refuses",
    email: "small@example.com",
    isVerified: true,
    refuses: true,
    about: "Says no.",
  },
  {
    key: "unverified",
    email: "importer@example.com",
    isVerified: false,
    about: "Google has not verified the address.",
  },
  {
    key: "stranger",
    email: "somebody.else@example.com",
    isVerified: true,
    about: "Has another address than the subscription's.",
  },
  {
    key: "slow",
    email: "twice@example.com",
    isVerified: true,
    isSlow: true,
    about: "Takes five seconds.",
  },
];
