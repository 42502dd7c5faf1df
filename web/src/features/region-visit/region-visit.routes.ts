import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.regionVisit,
    guard: 'open',
    screen: () => import('./RegionVisitScreen.tsx'),
    texts: ['signup', 'visit'],
  },
];
