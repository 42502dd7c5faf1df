import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';
import LoginScreen from './login/LoginScreen.tsx';

const socialComplete = {
  guard: 'open',
  screen: () => import('./social/SocialCompleteScreen.tsx'),
  texts: ['social'],
} as const;
const passwords = {
  guard: 'open',
  screen: () => import('./passwords/PasswordScreen.tsx'),
  texts: ['password', 'profile', 'security'],
} as const;

export const routes: ScreenRoute[] = [
  { path: PAGES.login, guard: 'guest', screen: { atStart: LoginScreen }, texts: [] },
  {
    path: PAGES.regionArrival,
    guard: 'open',
    screen: () => import('./login/ArrivalScreen.tsx'),
    texts: ['second-step'],
  },
  {
    path: PAGES.adm,
    guard: 'staff-door',
    screen: () => import('./admin/AdminSignInScreen.tsx'),
    texts: ['admin'],
  },
  {
    path: PAGES.signup,
    guard: 'guest',
    screen: () => import('./signup/SignupScreen.tsx'),
    texts: ['signup', 'password', 'profile'],
  },
  {
    path: PAGES.signupEmail,
    guard: 'open',
    screen: () => import('./activation/SignupEmailScreen.tsx'),
    texts: ['signup'],
  },
  {
    path: PAGES.activate,
    guard: 'open',
    screen: () => import('./activation/ActivateScreen.tsx'),
    texts: ['signup'],
  },
  {
    path: PAGES.resend,
    guard: 'open',
    screen: () => import('./activation/ResendScreen.tsx'),
    texts: ['signup'],
  },
  { path: PAGES.passwordReset, ...passwords },
  { path: PAGES.passwordResetToken, ...passwords },
  { path: PAGES.changePassword, ...passwords },
  {
    path: PAGES.passwordLink,
    guard: 'open',
    screen: () => import('./passwords/PasswordLinkScreen.tsx'),
    texts: ['password', 'signup'],
  },
  {
    path: PAGES.createNewPassword,
    guard: 'open',
    screen: () => import('./passwords/PasswordChangedScreen.tsx'),
    texts: ['password'],
  },
  {
    path: PAGES.signupSocial,
    guard: 'open',
    screen: () => import('./social/SocialSignupScreen.tsx'),
    texts: ['social', 'profile', 'signup'],
  },
  {
    path: PAGES.socialResponse,
    guard: 'open',
    screen: () => import('./social/SocialResponseScreen.tsx'),
    texts: ['social'],
  },
  { path: PAGES.socialComplete, ...socialComplete },
  { path: PAGES.loginSocialComplete, ...socialComplete },
  {
    path: PAGES.secondStepUndo,
    guard: 'open',
    screen: () => import('./second-step/UndoScreen.tsx'),
    texts: ['second-step'],
  },
  {
    path: PAGES.emailChange,
    guard: 'open',
    screen: () => import('./email-change/EmailChangeScreen.tsx'),
    texts: ['email-change'],
  },
  {
    path: PAGES.secondStepKeep,
    guard: 'open',
    screen: () => import('./second-step/KeepScreen.tsx'),
    texts: ['second-step'],
  },
  {
    path: PAGES.tokenExpired,
    guard: 'open',
    screen: () => import('./passwords/TokenExpiredScreen.tsx'),
    texts: ['password'],
  },
];
