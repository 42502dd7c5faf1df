import { Badge } from '@mantine/core';

/** The state of an object in a list or a card: a word on a tint, as written, and never cut. */
export const StateBadge = Badge.withProps({ variant: 'light', tt: 'none', miw: 'max-content' });
