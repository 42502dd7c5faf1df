import { ADM_PATHS, PAGES, type PagePath } from '@cusp/contract/pages';
import { mayEnter, type StaffFlag } from '@cusp/contract/staff.routes';
import { ADMIN_ROUTES } from '../routes.ts';

/** First page of each kind of staff, by the specification; who is of several kinds gets the first. */
const LANDINGS: readonly (readonly [StaffFlag, string])[] = [
  ['device_manager', ADM_PATHS.registrations],
  ['device_user_viewer', ADM_PATHS.registrations],
  ['sales_manager', ADM_PATHS.devices],
  ['staff', ADM_PATHS.dashboard],
];

interface Page {
  path: PagePath;
  flags: readonly StaffFlag[];
}

/**
 * Where somebody with these flags begins: on the page of their kind, or while that has no screen on the first one that
 * they may open; null when there is none.
 */
export function staffHomeOf(
  flags: readonly StaffFlag[],
  pages: readonly Page[] = ADMIN_ROUTES,
): PagePath | null {
  // A page about one thing can not be opened without it.
  const open = pages.filter((page) => mayEnter(flags, page.flags) && !page.path.includes(':'));
  for (const [flag, path] of LANDINGS) {
    const landing = flags.includes(flag) && open.find((page) => page.path === path);
    if (landing) return landing.path;
  }
  return open[0]?.path ?? null;
}

/** Where a sign-in leads: back to the page that was asked for if it is open to these flags, else to the first one. */
export function afterAdminSignIn(flags: readonly StaffFlag[], asked: unknown): string {
  const from = typeof asked === 'object' && asked !== null && 'from' in asked ? asked.from : null;
  const isOpen = (path: string) =>
    ADMIN_ROUTES.some((page) => mayEnter(flags, page.flags) && matchesPage(page.path, path));
  return typeof from === 'string' && isOpen(from) ? from : (staffHomeOf(flags) ?? PAGES.adm);
}

const matchesPage = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path.split(/[?#]/)[0] ?? '');
