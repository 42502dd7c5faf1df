/** Parts of the product by the paths of support calls, in the customer's terms; the first match wins. */
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

/** Calls that pages make on their own, for counts in the frame and the title; they do not show what staff viewed. */
const BY_ITSELF = /\/(v1\/auth\/check|events|v1\/user\/alarms|v1\/dashboard\/cases\/(status|today))\/$/;

/** The areas of these calls (method and path), each once, in the order of the calls. */
export const areasOf = (calls: readonly string[]): Area[] => [
  ...new Set(
    calls
      .filter((call) => !BY_ITSELF.test(call))
      .map((call) => AREAS.find(([, pattern]) => pattern.test(call))?.[0] ?? 'other'),
  ),
];
