import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.security,
    guard: 'user',
    screen: () => import('./SecurityScreen.tsx'),
    texts: ['security', 'support'],
  },
];
