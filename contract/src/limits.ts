/** Longest texts of accounts in characters, and the largest picture. */
export const LIMITS = {
  institution: 100,
  address: 200,
  phone: 20,
  name: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  pictureBytes: 5 * 1024 * 1024,
} as const;

/** How much a draft may hold: letters of its texts, restorations, and confirmations of each restoration. */
export const DRAFT_LIMITS = {
  name: 100,
  note: 10_000,
  reason: 1000,
  restorations: 64,
  shade: 40,
  mark: 1500,
  marks: 60,
} as const;
