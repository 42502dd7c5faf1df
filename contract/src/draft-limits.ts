/** How much a draft may hold: letters of its texts, and restorations. */
export const DRAFT_LIMITS = { name: 100, note: 10_000, reason: 1000, restorations: 64, shade: 40 } as const;
