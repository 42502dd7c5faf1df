/**
 * The files that the texts of a language are built into, by namespace: `start` for the sign-in, which comes with the
 * list of all others, and one for each group of texts that are always needed together. Every other namespace has a
 * separate file.
 */
export const TEXT_PACKS = {
  start: ['common', 'errors', 'login'],
  /** Shell, dashboard and case list. */
  first: [
    'shell',
    'dental',
    'dashboard',
    'cases',
    'handoff',
    'orders',
    'production',
    'shipping',
    'sharing',
    'visit',
  ],
  /** Also needed by an open case. */
  case: ['files', 'history', 'scans', 'statements', 'viewer'],
} as const;
