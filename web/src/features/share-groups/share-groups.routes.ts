import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const accept = {
  guard: 'user',
  screen: () => import('./AcceptGroupScreen.tsx'),
  texts: ['invitations'],
} as const;

export const routes: ScreenRoute[] = [
  {
    path: PAGES.groups,
    guard: 'user',
    screen: () => import('./GroupScreen.tsx'),
    texts: ['groups', 'invitations', 'security'],
  },
  { ...accept, path: PAGES.groupAccept },
  { ...accept, path: PAGES.groupAcceptDamaged },
];
