import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.agreements,
    guard: 'user',
    screen: () => import('./AgreementsScreen.tsx'),
    texts: ['agreements'],
  },
];
