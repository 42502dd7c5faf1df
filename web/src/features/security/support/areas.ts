/** Parts of the product that calls of support belong to, as the customer knows them; the first that fits counts. */
const AREAS = [
  ['drafts', /\/v1\/drafts\//],
  ['dashboard', /\/v1\/dashboard\//],
  ['cases', /\/v1\/(cases|user\/filters|comments|files)\//],
  ['connections', /\/v1\/(connections|labs)\//],
  ['group', /\/v1\/group\//],
  ['devices', /\/v1\/devices\//],
  ['profile', /\/v1\/user\/(edit|settings)\//],
] as const;

type Area = (typeof AREAS)[number][0] | 'other';

/** Calls that pages make by themselves, for counts in the frame and the title; they say nothing about what was looked at. */
const BY_ITSELF = /\/(v1\/auth\/check|events|v1\/user\/alarms|v1\/dashboard\/cases\/(status|today))\/$/;

/** The areas of these calls (method and path), each once, in the order of the calls. */
export const areasOf = (calls: readonly string[]): Area[] => [
  ...new Set(
    calls
      .filter((call) => !BY_ITSELF.test(call))
      .map((call) => AREAS.find(([, pattern]) => pattern.test(call))?.[0] ?? 'other'),
  ),
];
