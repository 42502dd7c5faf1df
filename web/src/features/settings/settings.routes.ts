import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.settings,
    guard: 'user',
    screen: () => import('./SettingsScreen.tsx'),
    texts: ['devices', 'palette', 'production', 'region-move', 'settings', 'security', 'shell'],
  },
];
