import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';
import LoginScreen from './login/LoginScreen.tsx';

const socialComplete = () => import('./social/SocialCompleteScreen.tsx');
const passwords = () => import('./passwords/PasswordScreen.tsx');

export const routes: ScreenRoute[] = [
  { path: PAGES.login, guard: 'guest', screen: { atStart: LoginScreen } },
  { path: PAGES.signup, guard: 'guest', screen: () => import('./signup/SignupScreen.tsx') },
  { path: PAGES.signupEmail, guard: 'open', screen: () => import('./activation/SignupEmailScreen.tsx') },
  { path: PAGES.activate, guard: 'open', screen: () => import('./activation/ActivateScreen.tsx') },
  { path: PAGES.resend, guard: 'open', screen: () => import('./activation/ResendScreen.tsx') },
  { path: PAGES.passwordReset, guard: 'open', screen: passwords },
  { path: PAGES.passwordResetToken, guard: 'open', screen: passwords },
  { path: PAGES.changePassword, guard: 'open', screen: passwords },
  { path: PAGES.passwordLink, guard: 'open', screen: () => import('./passwords/PasswordLinkScreen.tsx') },
  {
    path: PAGES.createNewPassword,
    guard: 'open',
    screen: () => import('./passwords/PasswordChangedScreen.tsx'),
  },
  { path: PAGES.signupSocial, guard: 'open', screen: () => import('./social/SocialSignupScreen.tsx') },
  { path: PAGES.socialResponse, guard: 'open', screen: () => import('./social/SocialResponseScreen.tsx') },
  { path: PAGES.socialComplete, guard: 'open', screen: socialComplete },
  { path: PAGES.loginSocialComplete, guard: 'open', screen: socialComplete },
  { path: PAGES.tokenExpired, guard: 'open', screen: () => import('./passwords/TokenExpiredScreen.tsx') },
];
