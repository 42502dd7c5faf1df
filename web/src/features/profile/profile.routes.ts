import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.profile,
    guard: 'user',
    screen: () => import('./ProfileScreen.tsx'),
    texts: ['profile'],
  },
];
