import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const accept = {
  guard: 'user',
  screen: () => import('./AcceptConnectionScreen.tsx'),
  texts: ['invitations'],
} as const;

export const routes: ScreenRoute[] = [
  {
    path: PAGES.connections,
    guard: 'user',
    screen: () => import('./ConnectionsScreen.tsx'),
    texts: ['connections', 'invitations'],
  },
  { ...accept, path: PAGES.connectionAccept },
  { ...accept, path: PAGES.connectionAcceptDamaged },
];
