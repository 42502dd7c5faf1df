import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.connections,
    guard: 'user',
    screen: () => import('./ConnectionsScreen.tsx'),
    texts: ['connections', 'invitations'],
  },
  {
    path: PAGES.connectionAccept,
    guard: 'user',
    screen: () => import('./AcceptConnectionScreen.tsx'),
    texts: ['connections', 'invitations'],
  },
];
