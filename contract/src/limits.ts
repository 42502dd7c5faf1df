/** Maximum lengths of the texts of accounts in characters, and the maximum size of pictures. */
export const LIMITS = {
  institution: 100,
  address: 200,
  phone: 20,
  name: 100,
  email: 254,
  search: 200,
  passwordMin: 8,
  passwordMax: 128,
  pictureBytes: 5 * 1024 * 1024,
} as const;

/**
 * Limits of a draft: characters of its texts, number of restorations, confirmations of each restoration, and pairs of
 * neighbours, of which both dentitions have 48.
 */
export const DRAFT_LIMITS = {
  name: 100,
  note: 10_000,
  reason: 1000,
  restorations: 64,
  /** Pairs of neighbours in three layers. */
  connectors: 144,
  shade: 40,
  mark: 1500,
  marks: 60,
} as const;
