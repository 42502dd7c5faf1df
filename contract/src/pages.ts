/** Pages of the administration, as in the specification; those with a screen are also among `PAGES`. */
export const ADM_PATHS = {
  dashboard: '/adm/dashboard',
  devices: '/adm/devices',
  factoryRegistration: '/adm/factoryRegistration',
  registrations: '/adm/registration',
  deviceDetail: '/adm/registration/info/:deviceId',
  tickets: '/adm/registration/tickets',
  partnerFeatures: '/adm/feature_partner',
  users: '/adm/users',
  user: '/adm/users/:uid',
  userLocations: '/adm/user-locations',
  cases: '/adm/cases',
  group: '/adm/group/:gid',
  connections: '/adm/connections',
  support: '/adm/support',
  labs: '/adm/labs',
  newLab: '/adm/lab',
  lab: '/adm/lab/:id',
} as const;

/**
 * All pages of the web application by path pattern; `/*` is anything below, or nothing. The router takes its paths from
 * here, and the server answers 200 for pages and 404 for other addresses.
 */
export const PAGES = {
  home: '/',
  dashboard: '/dashboard',
  sampleCase: '/sample-case',
  cases: '/cases',
  casesOne: '/cases/:caseNo',
  caseOne: '/case/:caseNo',
  orderEdit: '/case/:caseId/edit',
  /** Target of the code on a printed order form. */
  caseStep: '/case/:caseId/step',
  production: '/production',
  newCase: '/cases/new',
  draft: '/cases/new/:draftId',
  groups: '/groups',
  groupAccept: '/sharegroup/accept/:sguidb64/:token',
  groupAcceptDamaged: '/sharegroup/accept/*',
  inbox: '/inbox',
  connections: '/connections',
  connectionAccept: '/connections/accept/:cidb64/:token',
  connectionAcceptDamaged: '/connections/accept/*',
  devices: '/devices',
  deviceConfirmEmail: '/devices/confirm-email/:rdidb64/:token',
  deviceConfirmEmailDamaged: '/devices/confirm-email/*',
  settings: '/settings',
  profile: '/profile',
  security: '/security',
  privacy: '/privacy',
  agreements: '/agreements',
  account: '/account',
  login: '/login',
  regionArrival: '/login/region',
  regionVisit: '/region-visit',
  dataRegion: '/data-region',
  adm: '/adm',
  admDashboard: ADM_PATHS.dashboard,
  admDevices: ADM_PATHS.devices,
  admFactoryRegistration: ADM_PATHS.factoryRegistration,
  admRegistrations: ADM_PATHS.registrations,
  admDevice: ADM_PATHS.deviceDetail,
  admTickets: ADM_PATHS.tickets,
  admPartnerFeatures: ADM_PATHS.partnerFeatures,
  admCases: ADM_PATHS.cases,
  admConnections: ADM_PATHS.connections,
  admGroup: ADM_PATHS.group,
  admUsers: ADM_PATHS.users,
  admUserLocations: ADM_PATHS.userLocations,
  admUser: ADM_PATHS.user,
  admSupport: ADM_PATHS.support,
  admLabs: ADM_PATHS.labs,
  admNewLab: ADM_PATHS.newLab,
  admLab: ADM_PATHS.lab,
  signup: '/signup',
  signupSocial: '/signup/social',
  signupEmail: '/signupEmail',
  activate: '/activate/:uidb64/:token',
  resend: '/resend/:uid',
  passwordReset: '/password_reset',
  passwordResetToken: '/password-reset/:token',
  changePassword: '/changePassword',
  passwordLink: '/passwordLink',
  createNewPassword: '/createNewPassword',
  tokenExpired: '/tokenExpired',
  secondStepUndo: '/second-step/undo/:token',
  secondStepKeep: '/second-step/keep/:token',
  emailChange: '/email-change/:token',
  socialResponse: '/login/social/response',
  socialComplete: '/social-login/complete',
  loginSocialComplete: '/login-social/complete',
  shareCase: '/share/case',
  help: '/help',
  helpArticle: '/help/:article',
  handoff: '/handoff',
  support: '/support',
  /** Tokens and shared parts for developers; the server answers 404 in production. */
  devDesign: '/dev/design',
} as const;

/** Target of the phone's share sheet. The service worker handles it, so it is not a page. */
export const SHARE_TARGET = '/share-target';

export type PagePath = (typeof PAGES)[keyof typeof PAGES];

const patternOf = (path: PagePath) =>
  new RegExp(`^${path === '/' ? '' : path.replace('/*', '(/.*)?').replaceAll(/:\w+/g, '[^/]+')}/?$`);

const patterns = Object.values(PAGES).map(patternOf);

const shellPatterns = [
  PAGES.home,
  PAGES.dashboard,
  PAGES.sampleCase,
  PAGES.cases,
  PAGES.casesOne,
  PAGES.caseOne,
  PAGES.orderEdit,
  PAGES.caseStep,
  PAGES.production,
  PAGES.newCase,
  PAGES.draft,
  PAGES.groups,
  PAGES.groupAccept,
  PAGES.groupAcceptDamaged,
  PAGES.inbox,
  PAGES.connections,
  PAGES.connectionAccept,
  PAGES.connectionAcceptDamaged,
  PAGES.devices,
  PAGES.settings,
  PAGES.profile,
  PAGES.security,
  PAGES.privacy,
  PAGES.agreements,
  PAGES.account,
  PAGES.dataRegion,
].map(patternOf);

/** Whether a path, without its query, is a page that signed-in people see in the shell with its navigation. */
export const hasShell = (path: string): boolean => shellPatterns.some((pattern) => pattern.test(path));

/** Whether a path, without its query, is a page. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

/** The canonical spelling of a path that differs from it only by letter case; null for any other path. */
export function canonicalPage(path: string): string | null {
  const asked = path.replace(/\/$/, '').split('/');
  for (const page of Object.values(PAGES)) {
    const parts = page.split('/');
    const fits = (part: string, at: number) =>
      part.startsWith(':') ? Boolean(asked[at]) : part.toLowerCase() === asked[at]?.toLowerCase();
    if (page === '/' || parts.length !== asked.length || !parts.every(fits)) continue;
    const own = parts.map((part, at) => (part.startsWith(':') ? asked[at] : part)).join('/');
    return own === path.replace(/\/$/, '') ? null : own;
  }
  return null;
}
