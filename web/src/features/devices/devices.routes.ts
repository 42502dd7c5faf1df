import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const confirmEmail = {
  guard: 'open',
  screen: () => import('./ConfirmEmailScreen.tsx'),
  texts: ['devices', 'signup'],
} as const;

export const routes: ScreenRoute[] = [
  {
    path: PAGES.devices,
    guard: 'user',
    screen: () => import('./DevicesScreen.tsx'),
    texts: ['data-list', 'devices'],
  },
  { path: PAGES.deviceConfirmEmail, ...confirmEmail },
  { path: PAGES.deviceConfirmEmailDamaged, ...confirmEmail },
];
