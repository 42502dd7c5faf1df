import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.privacy,
    guard: 'user',
    visitors: 'open',
    screen: () => import('./PrivacyScreen.tsx'),
    texts: ['privacy', 'statements', 'agreements', 'visit'],
  },
];
