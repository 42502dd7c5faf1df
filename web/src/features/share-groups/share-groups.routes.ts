import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.groups,
    guard: 'user',
    screen: () => import('./GroupScreen.tsx'),
    texts: ['groups', 'invitations'],
  },
  {
    path: PAGES.groupAccept,
    guard: 'user',
    screen: () => import('./AcceptGroupScreen.tsx'),
    texts: ['groups', 'invitations'],
  },
];
