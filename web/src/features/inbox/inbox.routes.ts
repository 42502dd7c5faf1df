import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  { path: PAGES.inbox, guard: 'user', screen: () => import('./InboxScreen.tsx'), texts: ['inbox', 'dental'] },
];
