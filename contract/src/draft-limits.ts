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
